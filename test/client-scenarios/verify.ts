import { expect } from 'vitest'
import { newToken } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'
import { bound, inSession, inSessionBeforeLock, toAnotherApplication, unbound } from './scenario.ts'

const strict = { isVerifyStrict: true }

const plain: readonly Scenario[] = [
  {
    name: 'a user who could log in now is verified, and nothing else is told',
    outcome: 'user_verified',
    given: async (w) => {
      const user = await w.user({ email: 'ada@example.com' })
      return () => w.verify(user)
    },
  },
  {
    name: 'an unknown user is not',
    outcome: 'user_not_found',
    given: async (w) => () => w.verify({ id: 2 ** 31 - 1 }),
  },
  {
    name: "another application's user is an unknown one",
    outcome: 'user_not_found',
    given: async (w) => {
      const user = await w.user()
      const elsewhere = await toAnotherApplication(w)
      return () => w.verify(user, {}, elsewhere)
    },
  },
  {
    name: 'another machine than the bound one is refused',
    outcome: 'hwid_mismatch',
    given: async (w) => {
      const user = await w.user(bound)
      return () => w.verify(user, { hwid: 'PC-2' })
    },
  },
  {
    name: 'a machine that no login has bound is refused',
    outcome: 'hwid_mismatch',
    given: async (w) => {
      const user = await w.user(unbound)
      return () => w.verify(user, { hwid: 'PC-1' })
    },
  },
  {
    name: 'a locked user may be verified without naming the machine, as the specification has it',
    outcome: 'user_verified',
    given: async (w) => {
      const user = await w.user(unbound)
      return () => w.verify(user)
    },
  },
  {
    name: 'the bound machine is verified',
    outcome: 'user_verified',
    given: async (w) => {
      const user = await w.user(bound)
      return () => w.verify(user, { hwid: 'PC-1' })
    },
  },
]

const withToken: readonly Scenario[] = [
  {
    name: "the user's live session is verified",
    outcome: 'user_verified',
    given: inSession(async (w, session_token, user) => () => w.verify(user, { session_token })),
  },
  {
    name: "another user's session is refused",
    outcome: 'session_not_found',
    given: inSession(async (w, session_token) => {
      const other = await w.user()
      return () => w.verify(other, { session_token })
    }),
  },
  {
    name: 'an unknown session is refused',
    outcome: 'session_not_found',
    given: async (w) => {
      const user = await w.user()
      return () => w.verify(user, { session_token: newToken() })
    },
  },
  {
    name: 'an ended session is refused with its reason',
    outcome: 'session_ended',
    given: inSession(async (w, session_token, user) => {
      await w.end(session_token)
      return () => w.verify(user, { session_token })
    }),
    fields: { reason: 'logout' },
  },
  {
    name: 'a silent session is refused, the sweeper or not',
    outcome: 'session_ended',
    given: inSession(async (w, session_token, user) => {
      w.clock.advance(90_001)
      return () => w.verify(user, { session_token })
    }),
    fields: { reason: 'timeout' },
  },
  {
    name: 'a verify is no heartbeat',
    outcome: 'session_ended',
    given: inSession(async (w, session_token, user) => {
      w.clock.advance(60_000)
      await w.verify(user, { session_token })
      w.clock.advance(30_001)
      return () => w.beat(session_token)
    }),
    fields: { reason: 'timeout' },
  },
  {
    name: 'the session of a machine that was not bound when the lock came on is refused',
    outcome: 'hwid_mismatch',
    settings: { hwidLockEnabled: false },
    given: inSessionBeforeLock(async (w, session_token, user) => () => w.verify(user, { session_token })),
  },
  {
    name: "a blocked machine is refused by its session's hardware id, though the call does not name it",
    outcome: 'blocked_hwid',
    given: inSession(
      async (w, session_token, user) => {
        await w.block('hwid', 'pc-1')
        return () => w.verify(user, { session_token })
      },
      { hwid: 'PC-1' },
    ),
  },
]

const strictly: readonly Scenario[] = [
  {
    name: 'strict: without a session nobody is verified',
    outcome: 'session_not_found',
    settings: strict,
    given: async (w) => {
      const user = await w.user()
      return () => w.verify(user)
    },
  },
  {
    name: 'strict: with a live session that begins with the login one is',
    outcome: 'user_verified',
    settings: strict,
    given: async (w) => {
      const user = await w.user(bound)
      await w.login(user, { hwid: 'PC-1' })
      w.clock.advance(60_000)
      const session_token = await w.session(user, { hwid: 'PC-1' })
      w.clock.advance(60_000)
      await w.beat(session_token)
      w.clock.advance(60_000)
      return () => w.verify(user, { session_token })
    },
  },
  ...(
    [
      ['that no login has proved', 0, {}, { hwid: 'PC-1' }],
      ['that begins more than 60 s after the login', 60_001, { hwid: 'PC-1' }, { hwid: 'PC-1' }],
      ['of another device than that of the login', 0, { hwid: 'PC-1' }, {}],
    ] as const
  ).map(
    ([name, afterMs, sends, starts]): Scenario => ({
      name: `strict: with a session ${name} one is not`,
      outcome: 'session_not_found',
      settings: strict,
      given: async (w) => {
        const user = await w.user(bound)
        await w.login(user, sends)
        w.clock.advance(afterMs)
        const session_token = await w.session(user, starts)
        return () => w.verify(user, { session_token })
      },
    }),
  ),
  {
    name: 'strict: with a session that begins with a login from another address one is not',
    outcome: 'session_not_found',
    settings: strict,
    given: async (w) => {
      const user = await w.user()
      await w.login(user, {}, { ip: '203.0.113.77' })
      const session_token = await w.session(user)
      return () => w.verify(user, { session_token })
    },
  },
  {
    name: 'strict: the order of the samples holds: login, verify by user id, start, and from then on with the session',
    outcome: 'user_verified',
    settings: strict,
    given: async (w) => {
      const user = await w.user({ isHwidLocked: true })
      await w.login(user, { hwid: 'PC-1' })
      expect((await w.verify(user)).body.code).toBe('user_verified')
      const session_token = await w.session(user, { hwid: 'PC-1' })
      w.clock.advance(80_000)
      return () => w.verify(user, { session_token })
    },
  },
  {
    name: 'strict: a proved session is none from another machine',
    outcome: 'session_not_found',
    settings: strict,
    given: async (w) => {
      const user = await w.user()
      await w.login(user, { hwid: 'PC-1' })
      const session_token = await w.session(user, { hwid: 'PC-1' })
      return () => w.verify(user, { session_token, hwid: 'PC-2' })
    },
  },
  ...(
    [
      ['within 60 s after the login from the same address one is', 60_000, undefined, 'user_verified'],
      ['a millisecond later one is not', 60_001, undefined, 'session_not_found'],
      ['from another address one is not', 0, '203.0.113.77', 'session_not_found'],
    ] as const
  ).map(
    ([name, afterMs, ip, outcome]): Scenario => ({
      name: `strict: ${name}`,
      outcome,
      settings: strict,
      given: async (w) => {
        const user = await w.user()
        await w.login(user)
        w.clock.advance(afterMs)
        return () => w.verify(user, {}, ip ? { ip } : {})
      },
    }),
  ),
]

export const verifyScenarios = [...plain, ...withToken, ...strictly]
