import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { type ApiResponse, createWorld, newToken, type Suite } from '../../../../test/harness/world.ts'
import { newApiKey } from '../../lib/tokens.ts'

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** Number of responses per code. */
async function codesOf(calls: readonly Promise<Answer<ApiResponse>>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { body } of await Promise.all(calls)) counts[body.code] = (counts[body.code] ?? 0) + 1
  return counts
}

describeOnBothDatabases('the limits of the public API, for calls sent at once', (open) => {
  const suite = useSuite(open)
  const fresh = (settings: object = {}) => createWorld(suite, suite.maker, settings)

  it.each([200, 2_000])('of %i unknown user ids twenty are looked up', async (count) => {
    const { verify, start } = await fresh()
    const counts = await codesOf(times(count, (n) => (n % 2 ? verify({ id: n + 1 }) : start({ id: n + 1 }))))
    expect(counts).toEqual({ user_not_found: 20, rate_limited: count - 20 })
  })

  it('500 known user ids behind one address are all served, and so are those that come with unknown ones', async () => {
    const { user, verify } = await fresh()
    const users = await Promise.all(times(20, () => user()))
    const known = (n: number) => users[n % users.length] ?? { id: 0 }
    expect(await codesOf(times(500, (n) => verify(known(n))))).toEqual({ user_verified: 500 })
    // After nineteen unknown IDs one slot is left, which all others pass through one after another.
    const mixed = await codesOf(times(519, (n) => (n < 19 ? verify({ id: n + 1 }) : verify(known(n)))))
    expect(mixed).toEqual({ user_not_found: 19, user_verified: 500 })
  })

  it('of 200 license keys that are none ten are looked up, and of 200 taken names twenty', async () => {
    const unknown = await fresh()
    const licenses = times(200, () => unknown.register({ license_key: newApiKey() }))
    expect(await codesOf(licenses)).toEqual({ license_not_found: 10, rate_limited: 190 })
    const taken = await fresh()
    const { username } = await taken.user()
    const names = times(200, () => taken.register({ username, password: 'the password of another' }))
    expect(await codesOf(names)).toEqual({ username_taken: 20, rate_limited: 180 })
  })

  it('thirty registrations at once are carried out, the other 170 wait a minute', async () => {
    const { register } = await fresh()
    const counts = await codesOf(times(200, (n) => register({ username: `person-${n}` })))
    expect(counts).toEqual({ user_registered: 30, rate_limited: 170 })
  })

  it('of 200 session tokens that are none sixty are told so, and live sessions beat on', async () => {
    const { user, session, beat, end } = await fresh()
    const live = await session(await user())
    const calls = times(200, (n) => (n % 2 ? beat(newToken()) : end(newToken())))
    expect(await codesOf([...calls, beat(live)])).toEqual({
      session_not_found: 60,
      rate_limited: 140,
      session_alive: 1,
    })
  })

  it('a heartbeat and a verify of one session pass ten times', async () => {
    const { user, session, beat, verify } = await fresh()
    const owner = await user()
    const session_token = await session(owner)
    expect(await codesOf(times(200, () => beat(session_token)))).toEqual({ session_alive: 10, rate_limited: 190 })
    const verifies = times(200, () => verify(owner, { session_token }))
    expect(await codesOf(verifies)).toEqual({ user_verified: 10, rate_limited: 190 })
  })

  describe('sessions of one user', () => {
    it('begin thirty times a minute; a repeated start with a token that is live is none of them', async () => {
      const { user, start, clock } = await fresh()
      const owner = await user()
      const calls = times(200, (n) => start(owner, { session_token: newToken() }, { ip: `198.51.100.${n}` }))
      expect(await codesOf(calls)).toEqual({ session_started: 30, rate_limited: 170 })
      const session_token = newToken()
      clock.advance(60_000)
      await start(owner, { session_token })
      expect(await codesOf(times(50, () => start(owner, { session_token })))).toEqual({ session_started: 50 })
    })

    it.each(['reject', 'replace_oldest'])(
      'the same start 200 times at once is one session, one event and 200 times the same answer, under %s',
      async (sessionLimitPolicy) => {
        const world = await fresh({ sessionLimit: 1, sessionLimitPolicy })
        const { user, start, beat, activity } = world
        const owner = await user()
        const session_token = newToken()
        expect(await codesOf(times(200, () => start(owner, { session_token })))).toEqual({ session_started: 200 })
        expect((await activity()).map(({ event }) => event)).toEqual(['session_start'])
        expect((await beat(session_token)).body.code).toBe('session_alive')
      },
    )

    it('that are sent twice are answered twice while thirty begin at once, and no other one begins', async () => {
      const { user, start } = await fresh()
      const owner = await user()
      const tokens = times(100, () => newToken())
      const answers = await Promise.all(
        [...tokens, ...tokens].map(async (session_token) => (await start(owner, { session_token })).body.code),
      )
      expect(answers.filter((code) => code === 'session_started')).toHaveLength(60)
      expect(answers.slice(100)).toEqual(answers.slice(0, 100))
    })

    it('begin on a known device however many strangers begin from a thousand addresses', async () => {
      const { user, login, start } = await fresh()
      const owner = await user({ hwid: 'THE-OWNERS-MACHINE', isHwidLocked: true })
      const home = { ip: '192.0.2.77' }
      expect((await login(owner, { hwid: 'THE-OWNERS-MACHINE' }, home)).status).toBe(200)
      const strangers = times(1_000, (n) =>
        start(owner, { session_token: newToken() }, { ip: `198.18.${n >> 8}.${n & 255}` }),
      )
      const counts = await codesOf(strangers)
      expect(counts.session_started ?? 0).toBeLessThanOrEqual(30)
      const hwid = 'THE-OWNERS-MACHINE'
      // For the rest of the minute the attackers' limit is used up; neither the network of the login nor the device is
      // affected.
      expect((await start(owner, { hwid }, home)).body.code).toBe('session_started')
      expect((await start(owner, { hwid }, { ip: '192.0.2.200' })).body.code).toBe('session_started')
    })

    it('begin where the user signed in, whoever else knows the hardware id or shares the network', async () => {
      const { user, login, start } = await fresh()
      const hwid = 'THE-OWNERS-MACHINE'
      const owner = await user({ hwid, isHwidLocked: true })
      const home = { ip: '192.0.2.78' }
      expect((await login(owner, { hwid }, home)).status).toBe(200)
      const elsewhere = times(200, (n) =>
        start(owner, { session_token: newToken(), hwid }, { ip: `198.18.${n >> 8}.${n & 255}` }),
      )
      const beside = times(200, () => start(owner, { session_token: newToken() }, home))
      for (const counts of [await codesOf(elsewhere), await codesOf(beside)]) {
        expect(counts.session_started ?? 0).toBeLessThanOrEqual(30)
      }
      expect((await start(owner, { hwid }, home)).body.code).toBe('session_started')
    })
  })

  describe('API keys', () => {
    const keyed = (test: Suite['test'], key: string, ip: string) =>
      test.call<ApiResponse>('POST', '/api/v1/verify', { body: { user_id: 1 }, ip, headers: { 'x-api-key': key } })

    it('that are nobody’s are looked up sixty times a minute for one address', async () => {
      const { test } = suite
      const looked = vi.spyOn(test.app.keyStores.apiKeys, 'findByKey')
      const counts = await codesOf(times(200, () => keyed(test, newApiKey(), '198.51.100.1')))
      expect(counts).toEqual({ application_not_found: 60, rate_limited: 140 })
      expect(looked).toHaveBeenCalledTimes(60)
      await codesOf(times(200, () => keyed(test, newApiKey(), '198.51.100.1')))
      expect(looked).toHaveBeenCalledTimes(60)
      looked.mockRestore()
    })

    it('that are right pass at an address where strangers try them, whether they were used before or not', async () => {
      const { test, clock, apiKey, verify, user } = await fresh()
      const owner = await user()
      const ip = '198.51.100.2'
      expect((await verify(owner, {}, { ip })).status).toBe(200)
      const neverUsed = (await fresh()).apiKey
      expect(await codesOf(times(200, () => keyed(test, newApiKey(), ip)))).toMatchObject({ rate_limited: 140 })
      // beyond the age of the cache, and within the minute of the limit
      clock.advance(30_000)
      expect((await verify(owner, {}, { ip })).status).toBe(200)
      expect((await keyed(test, neverUsed, ip)).body.code).toBe('user_not_found')
      expect((await keyed(test, apiKey, ip)).body.code).toBe('user_not_found')
      expect((await keyed(test, newApiKey(), ip)).body.code).toBe('rate_limited')
    })

    it('that are right are served by the hundred when a server has just begun and knows none', async () => {
      const worlds = await Promise.all(times(100, () => fresh()))
      const ip = '198.51.100.3'
      const statuses = await codesOf(worlds.map(({ apiKey }) => keyed(suite.test, apiKey, ip)))
      expect(statuses).toEqual({ user_not_found: 100 })
    })
  })
})
