import { expect, it } from 'vitest'
import { describeOnBothDatabases, describePostgres, temporaryPostgres } from '../../../test/databases.ts'
import { testStores } from '../../../test/test-stores.ts'
import { openDatabase } from '../db/open.ts'
import { newMessageId } from '../lib/message-id.ts'
import type { NewMessage } from './deliveries.ts'
import { dueWebhooks, firstDue } from './delivery-claim.ts'
import { openDeliveryQueue } from './delivery-queue.ts'
import type { Stores } from './index.ts'

const nowMs = Date.now()
const messagesTo = (webhookIds: readonly number[], count: number) =>
  Array.from({ length: count }, () => ({
    messageId: newMessageId(nowMs),
    webhookIds,
    applicationId: 1,
    event: 'user_login' as const,
    body: '{"a":1}',
    atMs: nowMs,
  }))
const write = (stores: Stores, messages: readonly NewMessage[]) =>
  stores.transaction(async (tx) => {
    for (const message of messages) await tx.deliveries.insertMessage(message)
  })

describePostgres('two nodes on one queue', () => {
  it('take each delivery once, and a node that is gone gives back what it took', async () => {
    const place = await temporaryPostgres()
    const databases = await Promise.all([openDatabase(place.options), openDatabase(place.options)])
    const [first, second_] = databases.map(openDeliveryQueue)
    const [database] = databases
    if (!first || !second_ || !database) throw new Error('no database')
    const messages = messagesTo([1], 200)
    await write(testStores(database).stores, messages)
    const queuing = await Promise.all([first, second_, first, second_].map((node) => node.queueMessages(120, 0)))
    expect(queuing.reduce((sum, queued) => sum + queued.messages, 0)).toBe(200)
    const claims = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second_).claim(1, nowMs, 5)),
    )
    const taken = claims.flat().map(({ messageId }) => messageId)
    expect(new Set(taken).size).toBe(taken.length)
    for (let more = await first.claim(1, nowMs, 50); more.length > 0; more = await first.claim(1, nowMs, 50)) {
      taken.push(...more.map(({ messageId }) => messageId))
    }
    expect([...taken].sort()).toEqual(messages.map(({ messageId }) => messageId).sort())
    expect(await second_.claim(1, nowMs + 59_000, 500)).toEqual([])
    expect(await second_.claim(1, nowMs + 60_000, 500)).toHaveLength(200)
    expect(await first.due(nowMs)).toEqual([])
    expect(await first.isLongerThan(1, 100_000)).toBe(false)
    await Promise.all(databases.map((each) => each.close()))
    await place.remove()
  })
})

describeOnBothDatabases('the queue of deliveries', (open) => {
  it('makes a delivery of each message for each of its webhooks, some messages at a time', async () => {
    const database = await open()
    const { stores } = testStores(database)
    const queue = openDeliveryQueue(database)
    expect(await queue.queueMessages(2, 0)).toEqual({ messages: 0, webhookIds: [] })
    const messages = messagesTo([7, 9], 3)
    const messageIds = messages.map(({ messageId }) => messageId)
    await write(stores, messages)
    const first = await queue.queueMessages(2, 0)
    expect({ ...first, webhookIds: [...first.webhookIds].sort() }).toEqual({ messages: 2, webhookIds: [7, 9] })
    expect((await queue.queueMessages(2, 0)).messages).toBe(1)
    expect((await queue.queueMessages(2, 0)).messages).toBe(0)
    for (const webhookId of [7, 9]) {
      const rows = await stores.deliveries.list(webhookId, {}, false, undefined, 10)
      expect(rows.map((row) => row.messageId)).toEqual(messageIds)
      expect(rows[0]).toMatchObject({ body: '{"a":1}', status: 'pending', attempt: 0, nextTryAt: new Date(nowMs) })
      expect(await queue.claim(webhookId, nowMs, 10)).toMatchObject(messageIds.map((messageId) => ({ messageId })))
    }
  })

  it('writes many that were taken at once, each with what came of it, and leaves the others as they were', async () => {
    const database = await open()
    const { stores } = testStores(database)
    const queue = openDeliveryQueue(database)
    const [ones, twos] = [messagesTo([1], 3), messagesTo([2], 1)]
    await write(stores, [...ones, ...twos])
    await queue.queueMessages(10, 0)
    const [kept, ...others] = [...ones, ...twos].map(({ messageId, webhookIds: [webhookId = 0] }) => ({
      webhookId,
      messageId,
    }))
    const triedAt = new Date(nowMs)
    await queue.taken(
      others.map(({ webhookId, messageId }, ms) => ({
        webhookId,
        messageId,
        triedAt,
        code: 204,
        ms,
        answer: `it's "${ms}"`,
        signature: null,
      })),
      0,
    )
    const written = [1, 2].map((id) => stores.deliveries.list(id, { status: 'delivered' }, false, undefined, 10))
    const delivered = (await Promise.all(written)).flat()
    expect(delivered.map(({ messageId }) => messageId)).toEqual(others.map(({ messageId }) => messageId))
    expect(delivered.map(({ answer }) => answer)).toEqual([0, 1, 2].map((ms) => `it's "${ms}"`))
    expect(delivered[0]).toMatchObject({ attempt: 1, code: 204, ms: 0, error: null, nextTryAt: null, triedAt })
    expect(await queue.claim(1, nowMs, 10)).toMatchObject([{ messageId: kept?.messageId }])
  })

  it('finds what is due by its index alone, however much waits', async () => {
    const database = await open()
    await write(testStores(database).stores, messagesTo([1], 1_000))
    await openDeliveryQueue(database).queueMessages(1_000, 0)
    const plan = async (text: string) => {
      if (database.engine === 'sqlite') {
        return database.hot.prepare(`EXPLAIN QUERY PLAN ${text.replace(/\$\d/g, '1')}`).all()
      }
      return database.query(`plan ${text.length}`, `EXPLAIN ${text.replace(/\$\d/g, '1')}`, [])
    }
    for (const text of [dueWebhooks('$1'), firstDue('$1', '$2', '$3')]) {
      const steps = JSON.stringify(await plan(text))
      expect(steps).toContain('deliveries_due')
      expect(steps).not.toMatch(/SCAN deliveries|Seq Scan on deliveries/)
    }
  })
})
