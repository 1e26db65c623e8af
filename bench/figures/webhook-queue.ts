import type { Database } from '../../src/server/db/open.ts'
import { newMessageId } from '../../src/server/lib/message-id.ts'
import type { Stores } from '../../src/server/store/index.ts'
import { deliveryColumns } from '../../src/server/store/webhooks/delivery-columns.ts'
import { startSilent } from '../../test/harness/webhook-receiver.ts'
import { atMost, type Row } from '../figure.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import { loginsOf } from '../logins.ts'
import { quantile } from '../statistics.ts'
import { seedWebhook, type WebhookInstallation, withWebhooks } from '../webhook-installation.ts'

const queued = 1_000_000
const perInsert = 2_500
/**
 * Alternating slices of some seconds, so that other load on the machine affects both; a p99 is over all logins of a
 * group.
 */
const [groups, turnsPerGroup, turnMs] = [3, 12, 5_000]
const warmUpMs = 10_000
const loginsPerSecond = 12
const connections = 16
const users = 500

export async function webhookQueue(): Promise<Row[]> {
  const silent = await startSilent()
  const generator = startLoadGenerator()
  const prepare = async (stores: Stores, database: Database) => {
    const id = await seedWebhook(stores, silent.url, ['user_login'])
    await fillQueue(database, id)
  }
  try {
    return await withWebhooks({ users, prepare: async () => {} }, (empty) =>
      withWebhooks({ users, prepare }, async (full) => {
        const [without, with_] = [await started(empty), await started(full)]
        const latenciesMs = async (installation: typeof without, durationMs: number) => {
          const plan = { ...loginsOf(installation), connections, durationMs, rate: loginsPerSecond }
          return (await generateLoad(generator, { ...plan, tellsLatencies: true })).latenciesMs
        }
        for (const each of [without, with_]) await latenciesMs(each, warmUpMs)
        const [alone, beside]: [number[], number[]] = [[], []]
        for (let group = 0; group < groups; group += 1) {
          const [ofNone, ofQueue]: [number[], number[]] = [[], []]
          for (let turn = 0; turn < turnsPerGroup; turn += 1) {
            ofNone.push(...(await latenciesMs(without, turnMs)))
            ofQueue.push(...(await latenciesMs(with_, turnMs)))
          }
          alone.push(quantile(ofNone, 0.99))
          beside.push(quantile(ofQueue, 0.99))
        }
        for (const { server } of [without, with_]) await server.stop()
        const ratios = beside.map((ms, round) => ms / (alone[round] ?? Number.NaN))
        return [
          { name: 'p99 of a login, queue of 1,000,000 / no webhook', values: ratios, digits: 2, target: atMost(1.2) },
          { name: 'no webhook: p99 ms', values: alone, digits: 1 },
          { name: 'queue of 1,000,000: p99 ms', values: beside, digits: 1 },
        ]
      }),
    )
  } finally {
    await generator.stop()
    silent.close()
  }
}

async function started(installation: WebhookInstallation) {
  const server = await installation.start()
  const port = Number(new URL(server.origin).port)
  return { server, port, pid: server.process.pid ?? 0, seeded: installation.seeded }
}

/**
 * Rows as the queue creates them from events, without their rows in the log, which the other installation lacks too.
 */
async function fillQueue(database: Database, webhookId: number): Promise<void> {
  if (database.engine !== 'sqlite') throw new Error('The queue of the embedded database is to be filled.')
  const { hot } = database
  const message = hot.prepare(`INSERT INTO webhook_messages (message_id, application_id, event, body, created_at)
    VALUES (?, 1, 'user_login', ?, ?) RETURNING number`)
  const delivery = hot.prepare(`INSERT INTO deliveries (${deliveryColumns})
    VALUES (?, ?, ?, 'user_login', 0, 'pending', 0, ?)`)
  const firstMs = Date.now() - 3_600_000
  const body = JSON.stringify({ type: 'user_login', data: { filling: 'x'.repeat(250) } })
  for (let made = 0; made < queued; made += perInsert) {
    await hot.write(() => {
      for (let index = made; index < made + perInsert; index += 1) {
        const atMs = firstMs + Math.floor(index / 1000)
        const messageId = newMessageId(atMs)
        const number = message.get(messageId, body, atMs)?.number as number
        delivery.get(webhookId, messageId, number, atMs)
      }
    })
  }
}
