import { cpuTimeDuring, cpuTimeUs } from './cpu-time.ts'
import { generateLoad, type LoadGenerator, type LoadPlan, startLoadGenerator } from './generate-load.ts'
import type { Installation } from './installation.ts'

type Requests = Pick<LoadPlan, 'path' | 'headers' | 'bodies'>

/** How the calls of a round are made. */
interface RoundOptions {
  readonly connections: number
  readonly roundMs: number
  /** A server that was just started still compiles its hot code. */
  readonly warmUpMs: number
}

/** What both servers are asked. */
export interface PairedCall extends RoundOptions {
  readonly requests: (installation: Installation) => Requests
}

/** One side of a comparison: a server, and what it is asked. */
export interface PairedSide {
  readonly installation: Installation
  readonly requests: Requests
}

/** CPU microseconds per call of each round, and the ratio of each round to the one beside it. */
export interface Paired {
  readonly ratios: number[]
  readonly firstUs: number[]
  readonly secondUs: number[]
}

/** The same calls to two servers that both run, in turns. */
export function pairedServers(call: PairedCall, rounds: number, first: Installation, second: Installation) {
  const sideOf = (installation: Installation) => ({ installation, requests: call.requests(installation) })
  return pairedSides(call, rounds, sideOf(first), sideOf(second))
}

/** Both sides in turns, which may be calls of one server; the one that begins changes from round to round. */
export async function pairedSides(
  options: RoundOptions,
  rounds: number,
  first: PairedSide,
  second: PairedSide,
): Promise<Paired> {
  const generator = startLoadGenerator()
  try {
    for (const side of [first, second]) await roundUs(generator, options, side, options.warmUpMs)
    const [firstUs, secondUs]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < rounds; turn += 1) {
      const pair = [
        { side: first, values: firstUs },
        { side: second, values: secondUs },
      ]
      for (const { side, values } of turn % 2 === 0 ? pair : pair.toReversed()) {
        values.push(await roundUs(generator, options, side, options.roundMs))
      }
    }
    return { ratios: firstUs.map((each, turn) => each / (secondUs[turn] ?? Number.NaN)), firstUs, secondUs }
  } finally {
    await generator.stop()
  }
}

async function roundUs(
  generator: LoadGenerator,
  { connections }: RoundOptions,
  { installation, requests }: PairedSide,
  durationMs: number,
) {
  const plan = { ...requests, port: installation.port, connections, durationMs }
  const { us, result } = await cpuTimeDuring(
    () => cpuTimeUs(installation.pid),
    () => generateLoad(generator, plan),
  )
  return us / result.answers
}
