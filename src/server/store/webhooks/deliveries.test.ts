import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { openDeliveryQueue } from './open-delivery-queue.ts'

const dayMs = 86_400_000
const result = { triedAt: testNow, code: 204, ms: 5, error: null, answer: null, signature: null }

describeOnBothDatabases('deliveries of a webhook', (open) => {
  const given = async () => {
    const database = await open()
    const { stores, owner, application } = testStores(database)
    const accountId = await owner()
    const applicationId = await application(accountId)
    const insert = async () => {
      const place = { accountId, applicationId: null, url: 'https://example.com/', secret: 'a secret' }
      const webhook = {
        ...place,
        format: 'json',
        isFormatDerived: true,
        events: ['user_login'],
        isActive: true,
      } as const
      return (await stores.transaction((tx) => tx.webhooks.insert(webhook, testNow))).id
    }
    return { database, stores, applicationId, ids: [await insert(), await insert()] as const }
  }

  it('count each attempt as a success or a failure, of the day of the attempt', async () => {
    const { stores, applicationId, ids } = await given()
    const [one, other] = ids
    const attempt = async (webhookId: number, messageId: string, tried: Partial<typeof result> | { error: string }) => {
      const next = { status: 'error' in tried ? 'failed' : 'delivered', nextTryAt: null } as const
      await stores.transaction((tx) => tx.deliveries.recordAttempt(webhookId, messageId, { ...result, ...tried }, next))
    }
    for (const [webhookId, messageId] of [[one, 'msg_1'] as const, [other, 'msg_2'] as const]) {
      const sample = { applicationId, event: 'user_login', body: '{}', atMs: testNow.getTime() } as const
      await stores.transaction((tx) => tx.deliveries.insertSample({ ...sample, webhookId, messageId }))
    }
    await attempt(one, 'msg_1', { error: 'timeout' })
    await attempt(one, 'msg_1', { error: 'timeout' })
    await attempt(one, 'msg_1', {})
    await attempt(other, 'msg_2', { triedAt: new Date(testNow.getTime() - 2 * dayMs) })
    const count = async (days: number) => Object.fromEntries(await stores.deliveries.attemptCounts(ids, testNow, days))
    expect(await count(2)).toEqual({ [one]: { successful: 1, failed: 2 } })
    expect(await count(3)).toEqual({
      [one]: { successful: 1, failed: 2 },
      [other]: { successful: 1, failed: 0 },
    })
    expect(await stores.deliveries.find(one, 'msg_1')).toMatchObject({ attempt: 3, status: 'delivered', error: null })
    expect(await stores.deliveries.find(other, 'msg_2')).toMatchObject({ attempt: 1, status: 'delivered' })
  })

  it('that wait are counted up to a thousand, and listed as many as asked for', async () => {
    const { database, stores, applicationId, ids } = await given()
    const [one, other] = ids
    const happen = (webhookIds: readonly number[], count: number) =>
      stores.transaction(async (tx) => {
        for (let made = 0; made < count; made += 1) {
          const user = { userId: 7, username: 'Ada', ipAddress: '192.0.2.1', userAgent: 'demo/1.0' }
          const login = { event: 'user_login', success: true, code: 'login_successful', count: 1, at: testNow } as const
          await tx.activity.insert({ ...user, ...login, applicationId }, { applicationName: 'Demo', webhookIds })
        }
      })
    await happen([one, other], 3)
    await happen([one], 998)
    await openDeliveryQueue(database).queueMessages(2_000, 0)
    const [first] = await stores.deliveries.list(other, {}, false, undefined, 1)
    const next = { status: 'delivered', nextTryAt: null } as const
    await stores.transaction((tx) => tx.deliveries.recordAttempt(other, first?.messageId ?? '', result, next))
    expect(await stores.deliveries.list(one, {}, false, undefined, 7)).toHaveLength(7)
    expect(Object.fromEntries(await stores.deliveries.pendingCounts(ids))).toEqual({ [one]: 1_000, [other]: 2 })
  })
})
