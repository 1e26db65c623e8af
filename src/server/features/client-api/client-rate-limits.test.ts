import { describe, expect, it } from 'vitest'
import { useLimitSuite } from '../../../../test/harness/limit-suite.ts'
import { newToken, password } from '../../../../test/harness/world.ts'
import { newApiKey } from '../../lib/tokens.ts'

describe('the limits of the public API, as shipped', () => {
  const suite = useLimitSuite()

  describe('R5: registrations of an address', () => {
    // closed: the request counts, and nothing has to be hashed
    const closed = { registrationMode: 'closed' }

    it('are thirty a minute', async () => {
      const { register } = await suite.fresh(closed)
      expect(await suite.codes(30, register)).toEqual(['registration_closed'])
      const seconds = await suite.refused(register, 60)
      expect((await register({}, { ip: '203.0.113.2' })).status).toBe(403)
      await suite.passesAfter(seconds, register)
    })

    it('are 200 an hour; those that were refused do not count', async () => {
      const { register } = await suite.fresh(closed)
      for (let minute = 0; minute < 6; minute += 1) {
        expect(await suite.codes(30, register)).toEqual(['registration_closed'])
        expect(await suite.codes(50, register)).toEqual(['rate_limited'])
        suite.clock.advance(60_000)
      }
      expect(await suite.codes(20, register)).toEqual(['registration_closed'])
      const seconds = await suite.refused(register, 3600 - 360)
      expect(seconds).toBe(3600 - 360)
      await suite.passesAfter(seconds, register)
    })
  })

  describe('R6: registrations that probe', () => {
    it('are 20 taken names an hour', async () => {
      const { user, register } = await suite.fresh()
      const { username } = await user()
      const another = { username, password: 'the password of another' }
      expect(await suite.codes(20, () => register(another))).toEqual(['username_taken'])
      const free = () => register({ username: 'free' })
      const seconds = await suite.refused(free, 3600)
      expect((await register({ username: 'elsewhere' }, { ip: '203.0.113.3' })).status).toBe(200)
      await suite.passesAfter(seconds, free)
    })

    it('are ten unknown license keys in ten minutes', async () => {
      const { register } = await suite.fresh()
      expect(await suite.codes(10, () => register({ license_key: newApiKey() }))).toEqual(['license_not_found'])
      const seconds = await suite.refused(() => register(), 600)
      await suite.passesAfter(seconds, () => register())
    })
  })

  describe('R7: ids that nobody has', () => {
    it('are twenty in ten minutes, for verify and start together; who has a session goes on', async () => {
      const { user, verify, start, session } = await suite.fresh()
      const owner = await user()
      const session_token = await session(owner)
      expect(await suite.codes(15, () => verify({ id: 5 }))).toEqual(['user_not_found'])
      expect(await suite.codes(5, () => start({ id: 5 }))).toEqual(['user_not_found'])
      await suite.refused(() => verify({ id: 5 }), 600)
      await suite.refused(() => start(owner), 600)
      const seconds = await suite.refused(() => verify(owner), 600)
      expect((await verify(owner, { session_token })).status).toBe(200)
      expect((await verify(owner, {}, { ip: '203.0.113.4' })).status).toBe(200)
      await suite.passesAfter(seconds, () => verify(owner))
    })

    it('are no more with a session of one’s own: it vouches for its user alone', async () => {
      const { user, verify, session } = await suite.fresh()
      const own = await user()
      const tokens: string[] = []
      for (let n = 0; n < 30; n += 1) tokens.push(await session(own))
      const statuses: number[] = []
      for (const [n, session_token] of tokens.entries()) {
        statuses.push((await verify({ id: n + 1 }, { session_token })).status)
      }
      expect(statuses.filter((status) => status === 404)).toHaveLength(20)
      expect(statuses.slice(20)).toEqual(Array.from({ length: 10 }, () => 429))
    })

    it('are not those of a deleted user whose session lives on at a client', async () => {
      const { user, verify, session, dashboard, base } = await suite.fresh()
      const gone = await user()
      const tokens = [await session(gone), await session(gone), await session(gone)]
      await dashboard('DELETE', `${base}/users/${gone.id}`)
      for (const session_token of tokens)
        expect(await suite.codes(10, () => verify(gone, { session_token }))).toEqual(['user_not_found'])
      expect((await verify(await user())).status).toBe(200)
    })
  })

  describe('R8: of one session', () => {
    it('ten heartbeats and ten verifies a minute pass; it stays live, and others are not touched', async () => {
      const { user, session, beat, verify } = await suite.fresh()
      const owner = await user()
      const session_token = await session(owner)
      const other = await session(owner)
      expect(await suite.codes(10, () => beat(session_token))).toEqual(['session_alive'])
      expect(await suite.codes(10, () => verify(owner, { session_token }))).toEqual(['user_verified'])
      await suite.refused(() => verify(owner, { session_token }), 60)
      const seconds = await suite.refused(() => beat(session_token), 60)
      expect((await beat(other)).status).toBe(200)
      await suite.passesAfter(seconds, () => beat(session_token))
    })
  })

  describe('R9: of one address', () => {
    it('60 unknown session tokens a minute are answered, of heartbeat and end together', async () => {
      const { user, session, beat, end } = await suite.fresh()
      const live = await session(await user())
      expect(await suite.codes(30, () => beat(newToken()))).toEqual(['session_not_found'])
      expect(await suite.codes(30, () => end(newToken()))).toEqual(['session_not_found'])
      const seconds = await suite.refused(() => beat(newToken()), 60)
      await suite.refused(() => end(newToken()), 60)
      expect((await beat(live)).status).toBe(200)
      await suite.passesAfter(seconds, () => beat(newToken()))
    })

    it('600 session starts a minute pass', async () => {
      const { user, start } = await suite.fresh()
      const owner = await user()
      const session_token = newToken()
      const again = () => start(owner, { session_token })
      expect(await suite.codes(600, again)).toEqual(['session_started'])
      const seconds = await suite.refused(again, 60)
      expect((await start(owner, {}, { ip: '203.0.113.6' })).status).toBe(200)
      await suite.passesAfter(seconds, again)
    })
  })

  it('R10: 6,000 calls a minute of one address to one application pass', async () => {
    const { send, user, verify } = await suite.fresh()
    const owner = await user()
    const nonsense = () => send('/api/v1/verify', {})
    expect(await suite.codes(6000, nonsense)).toEqual(['invalid_request'])
    const seconds = await suite.refused(() => verify(owner), 60)
    expect((await verify(owner, {}, { ip: '203.0.113.7' })).status).toBe(200)
    await suite.passesAfter(seconds, () => verify(owner))
  })

  it('R11: 60 calls a minute with keys that are none pass, mistyped and unknown together; a right key is not touched', async () => {
    const { send, user, verify, activity } = await suite.fresh()
    const owner = await user()
    const keyed = (key: string) => () => send('/api/v1/verify', {}, { headers: { 'x-api-key': key } })
    expect(await suite.codes(30, keyed('no key'))).toEqual(['invalid_api_key'])
    expect(await suite.codes(30, keyed(newApiKey()))).toEqual(['application_not_found'])
    const seconds = await suite.refused(keyed('no key'), 60)
    await suite.refused(keyed(newApiKey()), 60)
    expect((await verify(owner)).status).toBe(200)
    await suite.passesAfter(seconds, keyed(newApiKey()))
    expect(await activity()).toEqual([])
  })

  it('500 clients behind one address beat for three minutes without one refusal', async () => {
    const { user, session, beat } = await suite.fresh()
    const tokens: string[] = []
    const owners = await Promise.all(Array.from({ length: 20 }, () => user()))
    for (let n = 0; n < 500; n += 1) tokens.push(await session(owners[n % owners.length] ?? { id: 0 }))
    const statuses = new Set<number>()
    for (let round = 0; round < 6; round += 1) {
      suite.clock.advance(30_000)
      for (const { status } of await Promise.all(tokens.map((token) => beat(token)))) statuses.add(status)
    }
    expect([...statuses]).toEqual([200])
  })

  it('a stranger with the API key who floods every limit keeps nobody out but himself', async () => {
    const { user, login, verify, beat, session, start, register, send } = await suite.fresh()
    const owners = await Promise.all(Array.from({ length: 5 }, (_, n) => user({ isHwidLocked: true, hwid: `PC-${n}` })))
    const tokens = await Promise.all(owners.map((each) => session(each)))
    const stranger = { ip: '203.0.113.66' }
    for (const [times, flood] of [
      [15, () => login({ username: 'x' }, { password: 'wrong' }, stranger)],
      [40, () => register({ username: owners[0]?.username }, stranger)],
      [30, () => verify({ id: 5 }, {}, stranger)],
      [70, () => beat(newToken(), stranger)],
      [70, () => send('/api/v1/verify', {}, { ...stranger, headers: { 'x-api-key': 'x' } })],
    ] as const) {
      for (let n = 0; n < times; n += 1) await flood()
      await suite.refused(flood, 3600)
    }
    for (const { username } of owners) {
      for (let n = 0; n < 12; n += 1)
        await login({ username }, { password: 'wrong', hwid: 'PC' }, { ip: `198.18.0.${n}` })
    }
    const statuses = new Set<number>()
    for (const [n, owner] of owners.entries()) {
      const own = { ip: `198.51.100.${n}` }
      const token = tokens[n] ?? ''
      const calls = [
        login(owner, { hwid: `PC-${n}`, password }, own),
        verify(owner, { session_token: token }, own),
        beat(token, own),
        start(owner, {}, own),
      ]
      for (const { status } of await Promise.all(calls)) statuses.add(status)
    }
    expect([...statuses]).toEqual([200])
  })
})
