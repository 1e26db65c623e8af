import { setTimeout as sleep } from 'node:timers/promises'
import type { Stores } from '../../src/server/store/index.ts'
import { startReceiver, startSilent } from '../../test/harness/webhook-receiver.ts'
import { atMost, none, type Row } from '../figure.ts'
import { quantile } from '../statistics.ts'
import { seedWebhook, startSession, withWebhooks } from '../webhook-installation.ts'

const endpoints = 100
const events = 60
const eventEveryMs = 500
const users = 500

export async function webhookNeighbours(): Promise<Row[]> {
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
    none('deliveries to the 99 that did not come', expected - delaysMs.length),
    {
      name: 'the 99: from event to receipt, p99 ms',
      values: [quantile(delaysMs, 0.99)],
      digits: 0,
      target: atMost(2_000),
    },
    { name: 'the 99: from event to receipt, median ms', values: [quantile(delaysMs, 0.5)], digits: 0 },
  ]
}
