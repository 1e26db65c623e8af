import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores, testStoresOfTwo } from '../../../../test/harness/test-stores.ts'
import type { NewWebhook } from './webhook-columns.ts'

const settings: Omit<NewWebhook, 'accountId' | 'applicationId'> = {
  url: 'https://example.com/',
  format: 'json',
  isFormatDerived: true,
  events: ['user_login', 'login_failed'],
  isActive: true,
  secret: 'a secret',
}

describeOnBothDatabases('webhooks', (open) => {
  it('subscribed to an application are its own and those of its whole account, while they are active', async () => {
    const { stores, ownerId: accountId, own, other, owner, application } = await testStoresOfTwo(await open())
    const strangerId = await owner()
    const foreign = await application(strangerId)
    const insert = async (account: number, applicationId: number | null, change: Partial<NewWebhook> = {}) => {
      const webhook = { ...settings, accountId: account, applicationId, ...change }
      return (await stores.transaction((tx) => tx.webhooks.insert(webhook, testNow))).id
    }
    const wide = await insert(accountId, null)
    const mine = await insert(accountId, own, { events: ['session_end'] })
    await insert(accountId, own, { isActive: false })
    const removed = await insert(accountId, own)
    await stores.transaction((tx) => tx.webhooks.remove(removed, testNow))
    const read = async (applicationId: number) => {
      const found = await stores.webhooks.subscriptions(applicationId)
      return found?.webhooks.map(({ webhookId, events }) => [webhookId, ...events])
    }
    expect(await read(own)).toEqual([
      [wide, 'user_login', 'login_failed'],
      [mine, 'session_end'],
    ])
    expect(await read(other)).toEqual([[wide, 'user_login', 'login_failed']])
    expect(await stores.webhooks.subscriptions(foreign)).toEqual({ applicationName: 'Demo', webhooks: [] })
    expect(await stores.webhooks.subscriptions(foreign + 1)).toBeUndefined()
  })

  it('of an account are listed and counted for one application with those of the whole account', async () => {
    const { stores, ownerId: accountId, own, other, owner } = await testStoresOfTwo(await open())
    const strangerId = await owner()
    const ids: number[] = []
    const places = [
      [accountId, null],
      [accountId, own],
      [accountId, other],
      [strangerId, null],
    ] as const
    for (const [account, applicationId] of places) {
      const webhook = { ...settings, accountId: account, applicationId }
      ids.push((await stores.transaction((tx) => tx.webhooks.insert(webhook, testNow))).id)
    }
    const read = async (applicationId?: number) => {
      const scope = { accountId, applicationId }
      const { rows } = await stores.webhooks.list(scope, {}, false, undefined, 10)
      expect(await stores.webhooks.count(scope, {})).toBe(rows.length)
      return rows.map(({ id }) => ids.indexOf(id))
    }
    expect(await read()).toEqual([0, 1, 2])
    expect(await read(own)).toEqual([0, 1])
    expect(await read(other)).toEqual([0, 2])
  })

  it('count failures each for itself, and healthy ones begin anew', async () => {
    const { stores, owner } = testStores(await open())
    const accountId = await owner()
    const insert = async () => {
      const webhook = { ...settings, accountId, applicationId: null }
      return (await stores.transaction((tx) => tx.webhooks.insert(webhook, testNow))).id
    }
    const [one, other] = [await insert(), await insert()]
    const later = new Date(testNow.getTime() + 5)
    const fail = (id: number, at: Date) => stores.transaction((tx) => tx.webhooks.countFailure(id, at))
    expect(await fail(one, testNow)).toEqual({ failures: 1, failingSince: testNow, retryAt: null })
    await stores.transaction((tx) => tx.webhooks.backOffUntil(one, later))
    expect(await fail(one, later)).toEqual({ failures: 2, failingSince: testNow, retryAt: later })
    expect(await stores.webhooks.find(other)).toMatchObject({ failures: 0, failingSince: null, retryAt: null })
    await fail(other, testNow)
    await stores.transaction((tx) => tx.webhooks.resetFailures(one))
    expect(await stores.webhooks.find(one)).toMatchObject({ failures: 0, failingSince: null, retryAt: null })
    expect(await stores.webhooks.find(other)).toMatchObject({ failures: 1, failingSince: testNow })
  })
})
