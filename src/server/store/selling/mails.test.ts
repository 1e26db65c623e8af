import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStoresOfTwo } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('the queue of mails', (open) => {
  it('tells why one waits that failed before, not of one that was never tried, nor of another application', async () => {
    const { stores, own, other } = await testStoresOfTwo(await open())
    const laterMs = (ms: number) => new Date(testNow.getTime() + ms)
    const queue = (applicationId: number, plannedAt: Date) =>
      stores.transaction((tx) =>
        tx.mails.insert(
          {
            ...{ applicationId, kind: 'key', to: 'ada@example.com', subject: 'Your key', text: 'KW-1' },
            ...{ plannedAt, expiresAt: null },
          },
          testNow,
        ),
      )
    const fail = async (applicationId: number, why: string) => {
      const mail = await stores.transaction((tx) => tx.mails.claim(applicationId, testNow, laterMs(1_000)))
      await stores.transaction((tx) => tx.mails.tryAgain(mail?.id ?? 0, why, laterMs(60_000)))
    }
    const waitingError = async () => (await stores.mails.summary(own, 100, 10)).waitingError
    await queue(other, testNow)
    await fail(other, 'of another')
    expect(await waitingError()).toBeNull()
    await queue(own, testNow)
    await fail(own, 'The mail server does not answer.')
    // due before the other, and never tried
    await queue(own, laterMs(30_000))
    expect(await waitingError()).toBe('The mail server does not answer.')
    expect((await stores.mails.summary(own, 100, 10)).waiting).toBe(2)
  })
})
