import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkLine } from '../../src/shared/contract/bulk.ts'
import type { ImportLine } from '../../src/shared/contract/imports.ts'
import { ndjsonLines } from '../../test/harness/import-file.ts'
import { atMost, type Row } from '../figure.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { quantile } from '../statistics.ts'

const imported = 10_000
const wrongOf = 100
const rounds = 3
const beatEveryMs = 20
const sessions = 200

export function importUsers(): Promise<readonly Row[]> {
  return withInstallation({ users: sessions, sessionsPerUser: 1 }, async (installation) => {
    const maker = await signIn(installation)
    const seconds = { dryRun: [] as number[], import: [] as number[], again: [] as number[], bulk: [] as number[] }
    const beats = beating(installation)
    for (let round = 0; round < rounds; round += 1) {
      const id = await maker.newApplication(round)
      const file = fileOf(installation.seeded.passwordHash)
      seconds.dryRun.push(await timed(() => maker.importFile(id, file, { dryRun: 'true' }, imported)))
      seconds.import.push(await timed(() => maker.importFile(id, file, {}, imported - imported / wrongOf)))
      seconds.again.push(await timed(() => maker.importFile(id, file, {}, 0)))
      seconds.bulk.push(await timed(() => maker.addDays(id)))
    }
    const ms = await beats.stop()
    return [
      { name: 'dry run, seconds', values: seconds.dryRun, digits: 2 },
      { name: 'import, seconds', values: seconds.import, digits: 2, target: atMost(10) },
      { name: 'the same file again, which changes nothing, seconds', values: seconds.again, digits: 2 },
      {
        name: 'seven days more for all, previewed and with a result for each, seconds',
        values: seconds.bulk,
        digits: 2,
      },
      { name: 'heartbeats meanwhile, p50 ms', values: [quantile(ms, 0.5)], digits: 1 },
      { name: 'heartbeats meanwhile, p99 ms', values: [quantile(ms, 0.99)], digits: 1, target: atMost(250) },
      { name: 'heartbeats meanwhile, worst ms', values: [Math.max(...ms)], digits: 1 },
    ]
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / 1000
}

/** Each row has a hash, a device, an expiry and an email; every hundredth has no name. */
function fileOf(passwordHash: string): string {
  const rows = Array.from({ length: imported }, (_, place) => {
    const name = place % wrongOf === wrongOf - 1 ? '' : `imported-${place}`
    return `${name},${name}@example.com,"${passwordHash}",hw-${place},2030-01-01T00:00:00Z,true`
  })
  return `username,email,password_hash,hwid,expires_at,is_active\n${rows.join('\n')}\n`
}

async function signIn({ server, seeded }: Installation) {
  const login = await fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: seeded.email, password: seeded.password }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const post = async (path: string, type: string, body: string) => {
    const answer = await fetch(server.origin + path, {
      method: 'POST',
      headers: { cookie, 'content-type': type },
      body,
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    return text
  }
  const json = (path: string, body: object) => post(path, 'application/json', JSON.stringify(body))
  return {
    newApplication: async (round: number) => {
      const made = JSON.parse(await json('/api/applications', { name: `Import ${round}` })) as { id: number }
      return made.id
    },
    importFile: async (id: number, file: string, options: Record<string, string>, expected: number) => {
      const query = new URLSearchParams({ kind: 'users', format: 'csv', ...options })
      const lines = ndjsonLines<ImportLine>(await post(`/api/applications/${id}/imports?${query}`, 'text/csv', file))
      const end = lines.at(-1)
      if (end?.type !== 'end') throw new Error('the import did not end')
      const { new: made, wrong } = end
      const right = options.dryRun ? made + wrong : made
      if (right !== expected) throw new Error(`${right} rows instead of ${expected}: ${JSON.stringify(end)}`)
    },
    addDays: async (id: number) => {
      const asked = { selection: { filter: {} }, action: { type: 'add_days', days: 7 } }
      const { token } = JSON.parse(await json(`/api/applications/${id}/users/bulk/preview`, asked)) as { token: string }
      const text = await json(`/api/applications/${id}/users/bulk`, { ...asked, token })
      const end = ndjsonLines<BulkLine>(text).at(-1)
      if (end?.type !== 'end' || end.changed !== imported - imported / wrongOf) throw new Error(JSON.stringify(end))
    },
  }
}

/** Repeated heartbeats of a client during the work: the latency of each. */
function beating({ server, seeded }: Installation) {
  const ms: number[] = []
  let isOver = false
  const beat = async (token: string) => {
    const startMs = performance.now()
    const answer = await fetch(`${server.origin}/api/v1/session/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': seeded.apiKey },
      body: JSON.stringify({ action: 'heartbeat', session_token: token }),
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`heartbeat: ${answer.status}`)
    ms.push(performance.now() - startMs)
  }
  const run = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await Promise.all([beat(seeded.tokens[turn % seeded.tokens.length] ?? ''), sleep(beatEveryMs)])
    }
  }
  const running = run()
  return {
    async stop(): Promise<readonly number[]> {
      isOver = true
      await running
      return ms
    },
  }
}
