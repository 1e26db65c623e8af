import { cpuTimeDuring, cpuTimeUs } from './cpu-time.ts'
import { generateLoad, type LoadGenerator, type LoadPlan, startLoadGenerator } from './generate-load.ts'
import type { Installation } from './installation.ts'

/** What both servers are asked. */
export interface PairedCall {
  readonly requests: (installation: Installation) => Pick<LoadPlan, 'path' | 'headers' | 'bodies'>
  readonly connections: number
  readonly roundMs: number
  /** A server that was just started still compiles its hot code. */
  readonly warmUpMs: number
}

/**
 * The same calls to two servers that both run, in turns; the one that begins changes from round to round. CPU
 * microseconds per call, and the ratio of each round to the one beside it.
 */
export async function pairedServers(call: PairedCall, rounds: number, first: Installation, second: Installation) {
  const generator = startLoadGenerator()
  try {
    for (const installation of [first, second]) await roundUs(generator, call, installation, call.warmUpMs)
    const [firstUs, secondUs]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < rounds; turn += 1) {
      const pair = [
        { installation: first, values: firstUs },
        { installation: second, values: secondUs },
      ]
      for (const { installation, values } of turn % 2 === 0 ? pair : pair.toReversed()) {
        values.push(await roundUs(generator, call, installation, call.roundMs))
      }
    }
    return { ratios: firstUs.map((each, turn) => each / (secondUs[turn] ?? Number.NaN)), firstUs, secondUs }
  } finally {
    await generator.stop()
  }
}

async function roundUs(generator: LoadGenerator, call: PairedCall, installation: Installation, durationMs: number) {
  const { connections, requests } = call
  const plan = { ...requests(installation), port: installation.port, connections, durationMs }
  const { us, result } = await cpuTimeDuring(
    () => cpuTimeUs(installation.pid),
    () => generateLoad(generator, plan),
  )
  return us / result.answers
}
