import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atMost, type Row } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import { generateLoad, type LoadGenerator, startLoadGenerator } from '../generate-load.ts'
import { heartbeatRequests, verifyRequests } from '../paired-rounds.ts'
import type { Seeded } from '../seed.ts'
import { signIn } from '../sign-in.ts'
import { median } from '../statistics.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { watched } from '../watched.ts'

const size = { users: 100_000, licenses: 5_000, activity: 1_000_000, sessions: 1_600 }
const perSecond = 200
const roundMs = 2_000
const idleRounds = 10
const backups = 3

interface Rounds {
  readonly heartbeats: number[]
  readonly verifies: number[]
}

/** Heartbeats and verifies at a steady rate while the server backs itself up, and while it does not. */
export function backup(): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const seeded = await seedFull(dataDir, size)
    const server = await startServer({ dataDir, hasOwner: false, env: { BACKUP_EVERY_HOURS: '0' } })
    const generators = [startLoadGenerator(), startLoadGenerator()] as const
    try {
      const megabytes = statSync(join(dataDir, 'keywright.db')).size / 1_000_000
      return rowsOf(megabytes, await measure(server, seeded, generators))
    } finally {
      await Promise.all([...generators.map((each) => each.stop()), server.stop()])
    }
  })
}

async function measure(server: RunningServer, seeded: Seeded, generators: readonly [LoadGenerator, LoadGenerator]) {
  const port = Number(new URL(server.origin).port)
  const steady = { port, connections: 16, rate: perSecond, durationMs: roundMs }
  const round = async (into?: Rounds) => {
    const [heartbeats, verifies] = await Promise.all([
      generateLoad(generators[0], { ...heartbeatRequests({ seeded }), ...steady }),
      generateLoad(generators[1], { ...verifyRequests({ seeded }), ...steady }),
    ])
    into?.heartbeats.push(heartbeats.p99Ms)
    into?.verifies.push(verifies.p99Ms)
  }
  const [alone, beside] = [noRounds(), noRounds()]
  const seconds: number[] = []
  const backUp = await backupsOf(server.origin, seeded)
  await round()
  for (let made = 0; made < backups; made += 1) {
    for (let n = 0; n < idleRounds; n += 1) await round(alone)
    const copy = watched(backUp())
    while (!copy.isOver()) await round(beside)
    seconds.push((await copy.end).seconds)
  }
  return { alone, beside, seconds }
}

const noRounds = (): Rounds => ({ heartbeats: [], verifies: [] })

/** Makes one backup, from the call to its end. */
async function backupsOf(origin: string, seeded: Seeded): Promise<() => Promise<void>> {
  const headers = { cookie: await signIn(origin, seeded), 'content-type': 'application/json' }
  const ask = async <T>(init: RequestInit): Promise<T> => {
    const answer = await fetch(`${origin}/api/system/backups`, { headers, ...init })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }
  return async () => {
    const { id } = await ask<{ id: number }>({ method: 'POST', body: '{}' })
    for (;;) {
      const state = (await ask<{ id: number; state: string }[]>({})).find((each) => each.id === id)?.state
      if (state === 'complete') return
      if (state !== 'running') throw new Error(`the backup is ${state}`)
      await sleep(100)
    }
  }
}

function rowsOf(megabytes: number, { alone, beside, seconds }: Awaited<ReturnType<typeof measure>>): Row[] {
  const rows = (['heartbeats', 'verifies'] as const).flatMap((kind): Row[] => {
    const ratios = beside[kind].map((each) => each / median(alone[kind]))
    return [
      { name: `${kind} meanwhile / alone, p99`, values: ratios, digits: 2, target: atMost(3) },
      { name: `${kind} alone, p99 ms`, values: alone[kind], digits: 2 },
      { name: `${kind} meanwhile, p99 ms`, values: beside[kind], digits: 2 },
    ]
  })
  return [
    { name: 'database, MB', values: [megabytes], digits: 0 },
    { name: 'copy, checked, seconds', values: seconds, digits: 1 },
    ...rows,
  ]
}
