import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cpuTimeDuring, cpuTimeUs } from '../cpu-time.ts'
import { atMost, type Row, Unmeasurable } from '../figure.ts'
import { generateLoad, type LoadGenerator, type LoadPlan, startLoadGenerator } from '../generate-load.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'
import { heartbeatRequests, verifyRequests } from '../paired-rounds.ts'

interface Call {
  readonly name: string
  readonly requests: (installation: Installation) => Pick<LoadPlan, 'path' | 'headers' | 'bodies'>
  readonly connections: number
  readonly roundMs: number
  /** A server that was just started still compiles its hot code. */
  readonly warmUpMs: number
}

const calls: readonly Call[] = [
  { name: 'heartbeat', requests: heartbeatRequests, connections: 64, roundMs: 1_000, warmUpMs: 4_000 },
  { name: 'verify', requests: verifyRequests, connections: 64, roundMs: 1_000, warmUpMs: 4_000 },
  { name: 'login', requests: loginsOf, connections: 8, roundMs: 2_000, warmUpMs: 20_000 },
]
const rounds = Number(process.env.ROUNDS ?? 24)

/**
 * This version against another checkout of the repository with its packages installed, `BEFORE=/its/folder`: both servers
 * run, and take the same calls in turns. The one that begins changes from round to round.
 */
export async function before(): Promise<readonly Row[]> {
  const folder = process.env.BEFORE
  if (!folder) throw new Unmeasurable('BEFORE names no other checkout')
  const other: Pick<typeof import('../installation.ts'), 'withInstallation'> = await import(
    pathToFileURL(join(resolve(folder), 'bench/installation.ts')).href
  )
  const rows: Row[] = []
  for (const call of calls) {
    const options = { users: 2_000, sessionsPerUser: call.name === 'heartbeat' ? 10 : 0 }
    await withInstallation(options, (now) =>
      other.withInstallation(options, async (then) => void rows.push(...(await paired(call, now, then)))),
    )
  }
  return rows
}

async function paired(call: Call, now: Installation, then: Installation): Promise<readonly Row[]> {
  const generator = startLoadGenerator()
  try {
    for (const installation of [now, then]) await roundUs(generator, call, installation, call.warmUpMs)
    const us = { now: [] as number[], before: [] as number[] }
    for (let turn = 0; turn < rounds; turn += 1) {
      const pair = [
        { installation: now, values: us.now },
        { installation: then, values: us.before },
      ]
      for (const { installation, values } of turn % 2 === 0 ? pair : pair.toReversed()) {
        values.push(await roundUs(generator, call, installation, call.roundMs))
      }
    }
    const ratios = us.now.map((each, turn) => each / (us.before[turn] ?? Number.NaN))
    return [
      { name: `${call.name}: CPU, now / before`, values: ratios, digits: 3, target: atMost(1.02) },
      { name: `${call.name}, now: CPU us`, values: us.now, digits: 1 },
      { name: `${call.name}, before: CPU us`, values: us.before, digits: 1 },
    ]
  } finally {
    await generator.stop()
  }
}

async function roundUs(generator: LoadGenerator, call: Call, installation: Installation, durationMs: number) {
  const { connections, requests } = call
  const plan = { ...requests(installation), port: installation.port, connections, durationMs }
  const { us, result } = await cpuTimeDuring(
    () => cpuTimeUs(installation.pid),
    () => generateLoad(generator, plan),
  )
  return us / result.answers
}
