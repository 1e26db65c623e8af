import { afterAll, beforeAll, expect, it } from 'vitest'
import { withFaultInjection } from '../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { createWorld, openSuite, password, type Suite } from '../../../test/harness/world.ts'

describeOnBothDatabases('a license with 1,800 users', (open) => {
  let suite: Suite
  /** Counts the transactions and rolls back the one with this number. */
  let transactions = 0
  let failing = 0
  beforeAll(async () => {
    const next = () => {
      transactions += 1
      return transactions === failing ? 'taken back' : 'committed'
    }
    suite = await openSuite(withFaultInjection(await open(), next), { RATE_LIMIT_SCALE: '1000' })
  })
  afterAll(() => suite.test.close())

  /** Adds so many users to the license; seats are claimed for them and for the existing ones. */
  const fill = (applicationId: number, licenseId: number, count: number, others = 0) =>
    suite.test.stores.transaction(async (tx) => {
      const fields = { email: null, passwordHash: 'none', hwid: null, isHwidLocked: false, expiresAt: null, licenseId }
      const createdAt = suite.test.clock.now()
      for (let n = 0; n < count; n += 1) {
        await tx.appUsers.insert(applicationId, { ...fields, username: `user-${n}`, createdAt })
        await tx.licenses.claimSeat(applicationId, licenseId, createdAt)
      }
      for (let n = 0; n < others; n += 1) await tx.licenses.claimSeat(applicationId, licenseId, createdAt)
    })

  it('is deleted in slices, and one that fails lets nobody in: the next try takes the rest along', async () => {
    const { license, user, login, session, applicationId, maker, base, activity } = await createWorld(
      suite,
      suite.maker,
    )
    const { id } = (await license({ maxUsers: 2000 })) as { id: number }
    const { stores } = suite.test
    const first = await user({ username: 'abe', licenseId: id })
    const tokens = [await session(first)]
    await fill(applicationId, id, 1798, 2)
    const last = await user({ username: 'zoe', licenseId: id })
    tokens.push(await session(last))
    const holders = async () => (await stores.licenses.find(applicationId, id))?.currentUsers
    expect(await holders()).toBe(1800)
    expect((await login(last, { password })).body.code).toBe('login_successful')

    const path = `${base}/licenses/${id}`
    transactions = 0
    failing = 3
    expect((await maker.api('DELETE', path)).status).toBe(503)
    const left = (await holders()) ?? 0
    expect(left).toBeGreaterThanOrEqual(800)
    expect(left).toBeLessThanOrEqual(1600)
    const codes = [(await login(first)).body.code, (await login(last)).body.code]
    for (const code of codes) expect(code).toMatch(/^(account_expired|license_inactive)$/)
    failing = 0
    transactions = 0
    expect((await maker.api('DELETE', path)).body).toEqual({ message: 'License deleted' })
    expect(transactions).toBeGreaterThanOrEqual(2)
    expect(await holders()).toBeUndefined()
    for (const each of [first, last]) {
      expect((await login(each)).body.code).toBe('account_expired')
      expect(await stores.clientSessions.liveOf(applicationId, each.id)).toEqual([])
    }
    const ends = (await activity()).filter(({ event }) => event === 'session_end')
    expect(ends).toHaveLength(tokens.length)
    expect((await maker.api('DELETE', path)).body).toMatchObject({ code: 'license_not_found' })
  })

  it('ends once for 200 who delete it at once', async () => {
    const { license, applicationId, maker, base } = await createWorld(suite, suite.maker)
    const { id } = (await license({ maxUsers: 2000 })) as { id: number }
    await fill(applicationId, id, 1200)
    const deleting = Array.from({ length: 200 }, () => maker.api('DELETE', `${base}/licenses/${id}`))
    const statuses = (await Promise.all(deleting)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(199)
    expect((await suite.test.stores.applications.find(applicationId))?.licenseCount).toBe(0)
  })
})
