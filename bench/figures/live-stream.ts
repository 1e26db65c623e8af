import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/server/db/open.ts'
import { openSecrets } from '../../src/server/lib/secrets.ts'
import { hashToken, randomToken } from '../../src/server/lib/tokens.ts'
import { openStores } from '../../src/server/store/index.ts'
import { startChild } from '../child.ts'
import { cpuTimeUs } from '../cpu-time.ts'
import { atMost, type Row } from '../figure.ts'
import { type Installation, withInstallation } from '../installation.ts'
import type { ListenCall } from '../listen.ts'

const readers = 2_000
const rounds = 20

export async function liveStream(): Promise<readonly Row[]> {
  const cookies = Array.from({ length: readers }, () => randomToken())
  const prepare = (dataDir: string) => addSessions(dataDir, cookies)
  return withInstallation({ users: 10, sessionsPerUser: 0, prepare }, (installation) => measure(installation, cookies))
}

/** All of them belong to the owner. */
async function addSessions(dataDir: string, cookies: readonly string[]): Promise<void> {
  const database = await openDatabase({ dataDir, checkpoint: false })
  const stores = openStores(database, openSecrets(dataDir))
  const from = { accountId: 1, createdAt: new Date(), ipAddress: '127.0.0.1', userAgent: 'keywright-bench' }
  await stores.transaction(async (tx) => {
    for (const cookie of cookies) await tx.sessions.insert({ tokenHash: hashToken(cookie), ...from })
  })
  await database.close()
}

async function measure({ port, pid, seeded }: Installation, cookies: readonly string[]): Promise<Row[]> {
  const child = startChild<ListenCall, number>('./listen.ts')
  try {
    const beforeKb = await residentKb(pid)
    await child.ask({ open: { port, cookies } })
    await sleep(3_000)
    const perReaderKb = ((await residentKb(pid)) - beforeKb) / readers
    const cpuBeforeUs = cpuTimeUs(pid)
    await sleep(5_000)
    const idleCpu = (cpuTimeUs(pid) - cpuBeforeUs) / 5_000_000
    const delaysMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const last = child.ask({ next: true })
      // Spreads the events over the quarter of a second between two messages.
      await sleep(400 + round * 17)
      const startMs = performance.timeOrigin + performance.now()
      await refuseLogin(port, seeded.apiKey)
      delaysMs.push((await last) - startMs)
    }
    return [
      {
        name: `event to the last of ${readers} readers, the slowest of ${rounds}, ms`,
        values: [Math.max(...delaysMs)],
        digits: 0,
        target: atMost(1_000),
      },
      { name: `event to the last of ${readers} readers, ms`, values: delaysMs, digits: 0 },
      { name: 'memory of the server per reader, KiB', values: [perReaderKb], digits: 1 },
      { name: 'CPU while nothing happens, percent of one core', values: [idleCpu * 100], digits: 1 },
    ]
  } finally {
    await child.stop()
  }
}

async function residentKb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** The event: a login with an outdated version, which costs no hash. */
async function refuseLogin(port: number, apiKey: string): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ username: 'nobody', password: 'x', version: '0.1' }),
  })
}
