import { expect, it } from 'vitest'
import { describePostgres, temporaryPostgres } from '../../../test/databases.ts'
import { testStores } from '../../../test/test-stores.ts'
import { openDatabase } from '../db/open.ts'
import { newMessageId } from '../lib/message-id.ts'
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
