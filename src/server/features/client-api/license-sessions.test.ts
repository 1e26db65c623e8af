import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld } from '../../../../test/harness/world.ts'

describeOnBothDatabases('the live sessions that a license allows', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  const licensed = async (settings: object, license: object) => {
    const of = await createWorld(suite, suite.maker, settings)
    const { id: licenseId } = await of.license({ maxUsers: 10, ...license })
    const users = await Promise.all(Array.from({ length: 5 }, () => of.user({ licenseId })))
    const starts = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => of.start(users[n % 5] ?? { id: 0 })))
    const live = async () =>
      (await of.test.stores.clientSessions.list(of.applicationId, undefined, undefined, 300)).length
    return { ...of, licenseId, users, starts, live }
  }

  it('are shared by all its users: of a hundred starts at once four succeed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { starts, live } = await licensed({}, { maxSessions: 4 })
      const codes = (await starts(100)).map(({ status, body }) => `${status} ${body.code}`)
      expect(codes.filter((code) => code === '200 session_started')).toHaveLength(4)
      expect(codes.filter((code) => code === '409 session_limit_reached')).toHaveLength(96)
      expect(await live()).toBe(4)
    }
  })

  it('give way to new ones where the application says so, and never exceed the limit', async () => {
    const { starts, live } = await licensed({ sessionLimitPolicy: 'replace_oldest' }, { maxSessions: 4 })
    for (const { body } of await starts(40)) expect(body.code).toBe('session_started')
    expect(await live()).toBe(4)
  })

  it('are free again after an end, and without limit once the maker takes it away', async () => {
    const { users, start, session, end, changeLicense, licenseId } = await licensed({}, { maxSessions: 1 })
    const [one = { id: 0 }, other = { id: 0 }] = users
    const token = await session(one)
    expect((await start(other)).body.code).toBe('session_limit_reached')
    await end(token)
    expect((await start(other)).body.code).toBe('session_started')
    await changeLicense(licenseId, { maxSessions: null })
    expect((await start(one)).body.code).toBe('session_started')
  })

  it('limit nobody else: neither users of another license nor those without one', async () => {
    const of = await licensed({}, { maxSessions: 1 })
    await of.session(of.users[0] ?? { id: 0 })
    const { id: licenseId } = await of.license({ maxSessions: 1 })
    for (const who of [await of.user({ licenseId }), await of.user()]) {
      expect((await of.start(who)).body.code).toBe('session_started')
    }
  })
})
