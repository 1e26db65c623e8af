import type { Database } from '../../src/server/db/open.ts'
import { newMessageId } from '../../src/server/lib/message-id.ts'
import type { DeliveryQueue } from '../../src/server/store/delivery-claim.ts'
import { openDeliveryQueue } from '../../src/server/store/delivery-queue.ts'
import type { Stores } from '../../src/server/store/index.ts'
import { startSilent } from '../../test/webhook-receiver.ts'
import { atMost, type Figure, type Row } from '../figure.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import { loginsOf } from '../logins.ts'
import { seedWebhook, type WebhookInstallation, withWebhooks } from '../webhook-installation.ts'

const queued = 1_000_000
const perInsert = 2_500
const rounds = 6
const roundMs = 8_000
const warmUpMs = 10_000
const loginsPerSecond = 12
const connections = 16
const users = 500

export const webhookQueue: Figure = {
  name: 'webhook-queue',
  title: `Logins beside ${queued.toLocaleString('en-US')} deliveries that wait for a dead endpoint`,
  measure: longQueue,
}

async function longQueue(): Promise<Row[]> {
  const silent = await startSilent()
  const generator = startLoadGenerator()
  const prepare = async (stores: Stores, database: Database) => {
    const id = await seedWebhook(stores, silent.url, ['user_login'])
    await fillQueue(stores, openDeliveryQueue(database), id)
  }
  try {
    return await withWebhooks({ users, prepare: async () => {} }, (empty) =>
      withWebhooks({ users, prepare }, async (full) => {
        const [without, with_] = [await started(empty), await started(full)]
        const p99Ms = async (installation: typeof without, durationMs: number) =>
          (await generateLoad(generator, { ...loginsOf(installation), connections, durationMs, rate: loginsPerSecond }))
            .p99Ms
        for (const each of [without, with_]) await p99Ms(each, warmUpMs)
        const [alone, beside]: [number[], number[]] = [[], []]
        for (let round = 0; round < rounds; round += 1) {
          alone.push(await p99Ms(without, roundMs))
          beside.push(await p99Ms(with_, roundMs))
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

async function fillQueue(stores: Stores, queue: DeliveryQueue, webhookId: number): Promise<void> {
  const atMs = Date.now() - 3_600_000
  const body = JSON.stringify({ type: 'user_login', data: { filling: 'x'.repeat(250) } })
  for (let made = 0; made < queued; made += perInsert) {
    await stores.transaction(async (tx) => {
      for (let index = made; index < made + perInsert; index += 1) {
        const messageAtMs = atMs + Math.floor(index / 1000)
        const messageId = newMessageId(messageAtMs)
        const message = { messageId, webhookIds: [webhookId], applicationId: 1, event: 'user_login', body } as const
        await tx.deliveries.insertMessage({ ...message, atMs: messageAtMs })
      }
    })
    await queue.queueMessages(perInsert, 0)
  }
}
