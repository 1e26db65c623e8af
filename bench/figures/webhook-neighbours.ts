import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newMessageId } from '../../src/server/lib/message-id.ts'
import type { Stores } from '../../src/server/store/index.ts'
import { startReceiver } from '../../test/webhook-receiver.ts'
import { atMost, type Figure, type Row } from '../figure.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import { loginsOf } from '../logins.ts'
import { quantile } from '../statistics.ts'
import { seedWebhook, startSession, type WebhookInstallation, withWebhooks } from '../webhook-installation.ts'

const endpoints = 100
const events = 60
const eventEveryMs = 500
const queued = 1_000_000
const perInsert = 2_500
const rounds = 6
const roundMs = 8_000
const warmUpMs = 10_000
const loginsPerSecond = 12
const connections = 16
const users = 500

export const webhookNeighbours: Figure = {
  name: 'webhook-neighbours',
  title: `One endpoint of ${endpoints} that never answers, and ${queued.toLocaleString('en-US')} deliveries waiting for a dead one`,
  measure: async () => [...(await oneOfHundred()), ...(await longQueue())],
}

/** Takes connections and never answers. */
async function startSilent() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function oneOfHundred(): Promise<Row[]> {
  const receiver = await startReceiver()
  const silent = await startSilent()
  const delaysMs: number[] = []
  receiver.answerWith((response, { body }) => {
    delaysMs.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp))
    response.end('ok')
  })
  const prepare = async (stores: Stores) => {
    for (let made = 0; made < endpoints; made += 1) {
      const url = made === endpoints / 2 ? silent.url : `${receiver.url}/${made}`
      await seedWebhook(stores, url, ['session_start'], { isAccountWide: made % 2 === 1 })
    }
  }
  const expected = events * (endpoints - 1)
  try {
    await withWebhooks({ users, prepare }, async (installation) => {
      const server = await installation.start()
      for (const { id } of installation.seeded.users.slice(0, events)) {
        await startSession(server.origin, installation.seeded, id)
        await sleep(eventEveryMs)
      }
      await Promise.race([receiver.until(expected), sleep(20_000)])
      await server.stop()
    })
  } finally {
    silent.close()
    await receiver.close()
  }
  return [
    {
      name: 'deliveries to the 99 that did not come',
      values: [expected - delaysMs.length],
      digits: 0,
      target: atMost(0),
    },
    {
      name: 'the 99: from event to receipt, p99 ms',
      values: [quantile(delaysMs, 0.99)],
      digits: 0,
      target: atMost(2_000),
    },
    { name: 'the 99: from event to receipt, median ms', values: [quantile(delaysMs, 0.5)], digits: 0 },
  ]
}

async function longQueue(): Promise<Row[]> {
  const silent = await startSilent()
  const generator = startLoadGenerator()
  const prepare = async (stores: Stores) => {
    const id = await seedWebhook(stores, silent.url, ['user_login'])
    await fillQueue(stores, id)
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

async function fillQueue(stores: Stores, webhookId: number): Promise<void> {
  const atMs = Date.now() - 3_600_000
  const body = JSON.stringify({ type: 'user_login', data: { filling: 'x'.repeat(250) } })
  for (let made = 0; made < queued; made += perInsert) {
    const slice = Array.from({ length: perInsert }, (_, index) => ({
      webhookId,
      messageId: newMessageId(atMs + Math.floor((made + index) / 1000)),
      applicationId: 1,
      event: 'user_login' as const,
      isTest: false,
      body,
      atMs: atMs + Math.floor((made + index) / 1000),
    }))
    await stores.transaction((tx) => tx.deliveries.insert(slice))
  }
}
