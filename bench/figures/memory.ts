import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { licenseSorts } from '../../src/shared/contract/licenses.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { type Maker, openMaker } from '../dashboard-user.ts'
import { atMost, type Row } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { heartbeatRequests, verifyRequests } from '../paired-rounds.ts'
import { residentMiB } from '../resident-memory.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** `MEMORY_USERS=100000 npm run bench memory` takes two minutes. */
const users = Number(process.env.MEMORY_USERS ?? 1_000_000)
const full = { users, licenses: users / 10, activity: users, sessions: 20_000 }
const loadMs = 30_000
const sampleMs = 250

export const memory = async (): Promise<Row[]> => [...(await withSessions()), ...(await withUsers())]

function withSessions(): Promise<Row[]> {
  return withInstallation({ users: 10_000, sessionsPerUser: 10 }, async (installation) =>
    rowsOf('100,000 live sessions', await busyMiB(installation), 300),
  )
}

function withUsers(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const seeded = await seedFull(dataDir, full)
    const server = await startServer({ dataDir, hasOwner: false, env: { ACTIVITY_ROWS: '900000000' } })
    try {
      const port = Number(new URL(server.origin).port)
      const installation = { server, port, pid: server.process.pid ?? 0, seeded }
      return rowsOf(`${users.toLocaleString('en-US')} users`, await busyMiB(installation), 400)
    } finally {
      await server.stop()
    }
  })
}

interface Largest {
  readonly server: number
  /** With the process that hashes passwords. */
  readonly all: number
}

const rowsOf = (what: string, { server, all }: Largest, limit: number): Row[] => [
  { name: `${what}, MiB`, values: [server], digits: 0, target: atMost(limit) },
  { name: `${what}, with its other processes, MiB`, values: [all], digits: 0 },
]

/** Every session sends heartbeats, every user who has one is verified, and a dashboard reads all its lists. */
async function busyMiB(installation: Installation): Promise<Largest> {
  const { server, seeded, port, pid } = installation
  const generator = startLoadGenerator()
  const largest = { server: 0, all: 0 }
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      const own = await residentMiB(pid)
      const others = await Promise.all((await childrenOf(pid)).map((child) => residentMiB(child).catch(() => 0)))
      largest.server = Math.max(largest.server, own)
      largest.all = Math.max(
        largest.all,
        others.reduce((sum, each) => sum + each, own),
      )
      await sleep(sampleMs)
    }
  })()
  try {
    const maker = await openMaker(server, seeded)
    const reading = readEverything(maker, () => isOver)
    for (const requests of [heartbeatRequests(installation), verifyRequests(installation)]) {
      await generateLoad(generator, { ...requests, port, connections: 64, durationMs: loadMs })
    }
    isOver = true
    await reading
  } finally {
    isOver = true
    await sampling
    await generator.stop()
  }
  return largest
}

const base = '/api/applications/1'
const read = [
  `${base}/stats`,
  `${base}/stats/expiries`,
  `${base}/licenses/summary`,
  `${base}/licenses`,
  `${base}/sessions`,
  ...licenseSorts.map((sort) => `${base}/licenses?limit=100&sort=${sort}:desc`),
  ...['username', 'expiresAt', 'lastLogin', 'createdAt'].map((sort) => `${base}/users?limit=100&sort=${sort}:asc`),
  `${base}/users?limit=100&status=active`,
  `${base}/users?limit=100&q=10.7`,
  '/api/activity-logs?applicationId=1&limit=100',
]

async function readEverything(maker: Maker, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const path of read) {
      if (isOver()) return
      const response = await maker.call('GET', path)
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      for await (const _chunk of response.body ?? []) if (isOver()) break
    }
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}
