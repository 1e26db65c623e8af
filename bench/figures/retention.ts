import { startChild } from '../child.ts'
import { atLeast, atMost, type Row } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import { heartbeatRequests } from '../paired-rounds.ts'
import type { RetainingCall } from '../retaining-server.ts'
import type { Seeded } from '../seed.ts'
import { signIn } from '../sign-in.ts'
import { median, quantile } from '../statistics.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { watched } from '../watched.ts'

const rows = 5_000_000
const kept = 4_000_000
const beatsPerSecond = 400
const roundMs = 10_000
/** As many before the purge as after it: the machine may have changed meanwhile. */
const idleRounds = 6

export async function retention(): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const seeded = await seedFull(dataDir, { users: 20_000, licenses: 2_000, activity: rows, sessions: 1_600 })
    return await measurePurge(dataDir, seeded)
  })
}

/** Number of rows in the application's log. */
async function countOf(origin: string, seeded: Seeded): Promise<() => Promise<number>> {
  const headers = { cookie: await signIn(origin, seeded) }
  return async () => {
    const response = await fetch(`${origin}/api/applications/1`, { headers })
    return ((await response.json()) as { counts: { activity: number } }).counts.activity
  }
}

/** Heartbeats at a steady rate before, during and after the whole purge, which is slow on purpose. */
async function measurePurge(dataDir: string, seeded: Seeded): Promise<Row[]> {
  const server = startChild<RetainingCall, number>('./retaining-server.ts')
  const generator = startLoadGenerator()
  try {
    const port = await server.ask({ start: { dataDir, activityRows: kept } })
    const plan = { ...heartbeatRequests({ seeded }), port, connections: 32, rate: beatsPerSecond, durationMs: roundMs }
    const p99Ms = async () => (await generateLoad(generator, plan)).p99Ms
    const idle: number[] = []
    const measureIdle = async () => {
      await p99Ms()
      for (let round = 0; round < idleRounds; round += 1) idle.push(await p99Ms())
    }
    await measureIdle()
    const left = await countOf(`http://127.0.0.1:${port}`, seeded)
    const before = await left()
    const purge = watched(server.ask({ retain: true }))
    const busy: number[] = []
    while (!purge.isOver()) busy.push(await p99Ms())
    const { seconds } = await purge.end
    const removed = before - (await left())
    await measureIdle()
    return purgeRows({ idle, busy, removed, seconds })
  } finally {
    await Promise.all([generator.stop(), server.stop()])
  }
}

function purgeRows(seen: { idle: number[]; busy: number[]; removed: number; seconds: number }): Row[] {
  const { idle, busy, removed, seconds } = seen
  const ratios = busy.map((each) => each / median(idle))
  const share = ratios.filter((each) => each <= 2).length / ratios.length
  return [
    {
      name: `p99 of heartbeats while ${removed} rows are deleted / idle`,
      values: ratios,
      digits: 2,
      target: atMost(2),
    },
    { name: 'the same, a twentieth of the rounds above', values: [quantile(ratios, 0.95)], digits: 2 },
    { name: `% of ${ratios.length} rounds of 10 s within 2`, values: [share * 100], digits: 0 },
    { name: 'p99 of heartbeats, idle, before and after, ms', values: idle, digits: 2 },
    { name: 'p99 of heartbeats meanwhile, ms', values: busy, digits: 2 },
    { name: 'rows deleted', values: [removed], digits: 0, target: atLeast(rows - kept) },
    { name: 'rows deleted per second', values: [removed / seconds], digits: 0 },
    { name: 'minutes', values: [seconds / 60], digits: 1 },
  ]
}
