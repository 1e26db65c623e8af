import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import type { RunningServer } from '../../test/harness/start-server.ts'
import { type Received, startReceiver } from '../../test/harness/webhook-receiver.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { seededRandom } from '../statistics.ts'
import { seedWebhook, startSession, type WebhookInstallation, withWebhooks } from '../webhook-installation.ts'
import { withPostgres } from './data-location.ts'

const events = 10_000
const kills = 20
const callers = 12
const failing = 0.3
const hanging = 0.05
const secret = 'a secret of the fault run'
/** Three days of retries in some minutes; a receiver that hangs times out after a quarter of a second. */
const env = { WEBHOOK_TIME_SCALE: '0.0005' }

export const webhooks = async () => [
  ...(await killedRun('SQLite')),
  ...(await withPostgres(({ engine, env: { DATABASE_URL } }) => killedRun(engine, DATABASE_URL))),
]

async function killedRun(engine: string, databaseUrl?: string): Promise<Row[]> {
  const receiver = await startReceiver()
  try {
    const prepare = async (stores: Parameters<typeof seedWebhook>[0]) => {
      await seedWebhook(stores, receiver.url, ['session_start'], { secret })
    }
    return await withWebhooks({ users: events, env, databaseUrl, prepare }, async (installation) => {
      const seen = createSeen()
      const random = seededRandom(7)
      receiver.answerWith((response, request) => {
        const dice = random()
        seen.came(request, dice >= failing + hanging)
        if (dice < hanging) return
        if (dice < hanging + failing) response.writeHead(dice < 0.2 ? 500 : 503).end('no')
        else response.end('ok')
      })
      const redelivered = await run(installation, seen)
      return rowsOf(seen, redelivered).map((row) => ({ ...row, name: `${engine}: ${row.name}` }))
    })
  } finally {
    await receiver.close()
  }
}

interface ReceivedEvents {
  readonly messageIds: Set<string>
  taken: number
}

function createSeen() {
  const verifier = new Verifier(secret, { format: 'raw' })
  const byUser = new Map<number, ReceivedEvents>()
  let wrong = 0
  let requests = 0
  let outOfOrder = 0
  let latest = ''
  return {
    byUser,
    answered: new Set<number>(),
    came({ headers, body }: Received, isTaken: boolean) {
      requests += 1
      try {
        verifier.verify(body, headers as Record<string, string>)
      } catch {
        wrong += 1
      }
      const messageId = String(headers['webhook-id'])
      const userId = (JSON.parse(body) as { data: { user: { id: number } } }).data.user.id
      const received = byUser.get(userId) ?? { messageIds: new Set(), taken: 0 }
      byUser.set(userId, received)
      received.messageIds.add(messageId)
      if (!isTaken) return
      if (received.taken === 0) {
        if (messageId < latest) outOfOrder += 1
        else latest = messageId
      }
      received.taken += 1
    },
    taken: () => [...byUser.values()].filter((told) => told.taken > 0).length,
    figures: () => ({ wrong, requests, outOfOrder }),
  }
}

type Seen = ReturnType<typeof createSeen>

/** Runs of the server: each handles a share of the events and is killed during their delivery. */
async function run(installation: WebhookInstallation, seen: Seen): Promise<number> {
  const users = installation.seeded.users.map(({ id }) => id)
  const perLife = Math.ceil(events / kills)
  for (let life = 0; life < kills; life += 1) {
    const server = await installation.start()
    const starting = startAll(server, installation, users.slice(life * perLife, (life + 1) * perLife), seen)
    // The producer stays half a share ahead, so that deliveries are always in progress at the kill.
    while (seen.taken() < (life + 0.5) * perLife) await sleep(5)
    await server.kill()
    await starting
  }
  const server = await installation.start()
  const missing = users.filter((id) => !seen.answered.has(id))
  await startAll(server, installation, missing, seen)
  const redelivered = await drain(server)
  await server.stop()
  return redelivered
}

/** Requests left unanswered by a kill are repeated: the first one may have been stored, which gives a second event. */
async function startAll(
  server: RunningServer,
  { seeded }: WebhookInstallation,
  ids: readonly number[],
  seen: Seen,
): Promise<void> {
  const left = [...ids]
  const startNext = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const status = await startSession(server.origin, seeded, id).catch(() => 0)
      if (status === 200) seen.answered.add(id)
      if (status === 0) return
    }
  }
  await Promise.all(Array.from({ length: callers }, startNext))
}

/** Waits until nothing is pending; what failed ten times is redelivered manually, as a developer would do. */
async function drain(server: RunningServer): Promise<number> {
  let redelivered = 0
  for (;;) {
    const webhook = await server.api<{ pendingCount: number }>('GET', '/api/webhooks/1')
    if (webhook.body.pendingCount === 0) {
      const since = new Date(0).toISOString()
      const { body } = await server.api<{ count: number }>('POST', '/api/webhooks/1/redeliver', { since })
      if (body.count === 0) return redelivered
      redelivered += body.count
    }
    await sleep(200)
  }
}

function rowsOf(seen: Seen, redelivered: number): Row[] {
  const { wrong, requests, outOfOrder } = seen.figures()
  const answered = [...seen.answered]
  const lost = answered.filter((id) => (seen.byUser.get(id)?.taken ?? 0) === 0).length
  const repeated = [...seen.byUser.values()].reduce((sum, { taken }) => sum + Math.max(0, taken - 1), 0)
  // A start that a kill left unanswered happened twice: two events, each with its own ID.
  const ids = [...seen.byUser.values()].reduce((sum, { messageIds }) => sum + messageIds.size, 0)
  return [
    { name: 'events whose cause was answered', values: [answered.length], digits: 0, target: atLeast(events) },
    none('of them never delivered', lost),
    none('requests with a wrong signature', wrong),
    { name: 'ids beyond one for each event that was written', values: [ids - answered.length], digits: 0 },
    { name: 'requests in all', values: [requests], digits: 0 },
    { name: 'taken more than once (with the same id)', values: [repeated], digits: 0 },
    { name: 'first deliveries that came after a younger event', values: [outOfOrder], digits: 0 },
    { name: 'given up after ten tries and sent again by hand', values: [redelivered], digits: 0 },
  ]
}
