import { expect, it, onTestFinished } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { createWorld, openSuite, type Person, password, type World } from '../../../../../test/harness/world.ts'
import { openPasswords } from '../../../lib/passwords/passwords.ts'

interface Way {
  /** Creates what the request needs; returns a function that sends it from an address. */
  given(world: World, name: string): Promise<(ip: string) => ReturnType<World['login']>>
}

const ways: Readonly<Record<string, Way>> = {
  login: {
    async given({ user, login }, username) {
      const who: Person = await user({ username })
      return (ip) => login(who, {}, { ip })
    },
  },
  registration: {
    given:
      async ({ register }, username) =>
      (ip) =>
        register({ username }, { ip }),
  },
  'registration that is sent again': {
    async given({ register, test, applicationId }, username) {
      const passwordHash = await test.app.passwords.hash(password)
      const made = { email: null, hwid: null, isHwidLocked: true, expiresAt: null, licenseId: null, isRegistered: true }
      const user = { ...made, username, passwordHash, createdAt: test.clock.now() }
      await test.stores.transaction((tx) => tx.appUsers.insert(applicationId, user))
      return (ip) => register({ username }, { ip })
    },
  },
}

describeOnBothDatabases('a customer with 200 addresses of one /64', (open) => {
  it.each(Object.keys(ways))('keeps nobody else out of the queue for passwords: %s', async (name) => {
    const passwords = openPasswords({ slots: 1, queueLimit: 20 })
    const suite = await openSuite(await open(), { RATE_LIMIT_SCALE: '1000' }, passwords)
    onTestFinished(() => suite.test.close())
    const world = await createWorld(suite, suite.maker)
    const way = ways[name] as Way
    const greedy = await way.given(world, 'greedy')
    const honest = await way.given(world, 'honest')
    const flood = Array.from({ length: 200 }, (_, host) => greedy(`2001:db8:0:7::${host.toString(16)}`))
    expect((await honest('198.51.100.9')).status).toBe(200)
    const codes = (await Promise.all(flood)).map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'unavailable').length).toBeGreaterThan(100)
  })
})
