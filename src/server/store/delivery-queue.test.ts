import { expect, it } from 'vitest'
import { describeOnBothDatabases, describePostgres, temporaryPostgres } from '../../../test/databases.ts'
import { testStores } from '../../../test/test-stores.ts'
import { openDatabase } from '../db/open.ts'
import { newMessageId } from '../lib/message-id.ts'
import { dueWebhooks, firstDue } from './delivery-claim.ts'
import { openDeliveryQueue } from './delivery-queue.ts'

describePostgres('two nodes on one queue', () => {
  it('take each delivery once, and a node that is gone gives back what it took', async () => {
    const place = await temporaryPostgres()
    const databases = await Promise.all([openDatabase(place.options), openDatabase(place.options)])
    const [first, second_] = databases.map(openDeliveryQueue)
    const [database] = databases
    if (!first || !second_ || !database) throw new Error('no database')
    const nowMs = Date.now()
    const deliveries = Array.from({ length: 200 }, () => ({
      webhookId: 1,
      messageId: newMessageId(nowMs),
      applicationId: null,
      event: 'user_login' as const,
      isTest: false,
      body: '{}',
      atMs: nowMs,
    }))
    await testStores(database).stores.transaction((tx) => tx.deliveries.insert(deliveries))
    const claims = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second_).claim(1, nowMs, 5)),
    )
    const taken = claims.flat().map(({ messageId }) => messageId)
    expect(new Set(taken).size).toBe(taken.length)
    for (let more = await first.claim(1, nowMs, 50); more.length > 0; more = await first.claim(1, nowMs, 50)) {
      taken.push(...more.map(({ messageId }) => messageId))
    }
    expect([...taken].sort()).toEqual(deliveries.map(({ messageId }) => messageId).sort())
    expect(await second_.claim(1, nowMs + 59_000, 500)).toEqual([])
    expect(await second_.claim(1, nowMs + 60_000, 500)).toHaveLength(200)
    expect(await first.due(nowMs)).toEqual([])
    expect(await first.isLongerThan(1, 100_000)).toBe(false)
    await Promise.all(databases.map((each) => each.close()))
    await place.remove()
  })
})

const nowMs = Date.now()
const waiting = (webhookId: number, count: number) =>
  Array.from({ length: count }, () => ({
    webhookId,
    messageId: newMessageId(nowMs),
    applicationId: 1,
    event: 'user_login' as const,
    isTest: false,
    body: '{}',
    atMs: nowMs,
  }))

describeOnBothDatabases('the queue of deliveries', (open) => {
  it('makes a delivery of each message for each of its webhooks, some messages at a time', async () => {
    const database = await open()
    const { stores } = testStores(database)
    const queue = openDeliveryQueue(database)
    expect(await queue.queueMessages(2, 0)).toEqual({ messages: 0, webhookIds: [] })
    const messageIds = [1, 2, 3].map(() => newMessageId(nowMs))
    const message = { applicationId: 1, event: 'user_login', body: '{"a":1}', atMs: nowMs } as const
    await stores.transaction(async (tx) => {
      for (const messageId of messageIds)
        await tx.deliveries.insertMessage({ ...message, messageId, webhookIds: [7, 9] })
    })
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
    const rows = [...waiting(1, 3), ...waiting(2, 1)]
    await stores.transaction((tx) => tx.deliveries.insert(rows))
    const [kept, ...others] = rows
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
    await testStores(database).stores.transaction((tx) => tx.deliveries.insert(waiting(1, 1_000)))
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
