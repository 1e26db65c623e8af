import { expect } from 'vitest'
import { newToken } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'
import { alive, bound, inSession, limited, toAnotherApplication, unbound } from './scenario.ts'

const sessionEnd = (code: string) => ({ event: 'session_end', code, success: true }) as const
const sessionStart = { event: 'session_start', code: 'session_started', success: true } as const

const starts: readonly Scenario[] = [
  {
    name: "a session starts with the client's token",
    outcome: 'session_started',
    given: async (w) => {
      const user = await w.user()
      const session_token = newToken()
      return () => w.start(user, { session_token })
    },
    fields: alive,
  },
  ...['', '  '].map(
    (session_token): Scenario => ({
      name: `without a token the server makes one: ${JSON.stringify(session_token)}`,
      outcome: 'session_started',
      given: async (w) => {
        const user = await w.user()
        return () => w.start(user, { session_token })
      },
      fields: { session_token: expect.stringMatching(/^sess_[0-9a-f]{32}_1767\d{6}$/) },
    }),
  ),
  {
    name: 'a start repeated while live is the same success, with no second session and no event',
    outcome: 'session_started',
    given: async (w) => {
      const user = await w.user()
      const body = { session_token: newToken(), hwid: 'PC-1' }
      await w.session(user, body)
      w.clock.advance(90_000)
      return () => w.start(user, body)
    },
    fields: alive,
    events: [],
    changes: [],
  },
  {
    name: "a start with another user's token is refused",
    outcome: 'session_token_taken',
    given: inSession(async (w, session_token) => {
      const other = await w.user()
      return () => w.start(other, { session_token })
    }),
  },
  {
    name: 'a start with the token of an ended session is refused',
    outcome: 'session_token_taken',
    given: inSession(async (w, session_token, user) => {
      await w.end(session_token)
      return () => w.start(user, { session_token })
    }),
  },
  {
    name: 'a start with the token of a silent session is refused',
    outcome: 'session_token_taken',
    given: inSession(async (w, session_token, user) => {
      w.clock.advance(90_001)
      return () => w.start(user, { session_token })
    }),
  },
  {
    name: 'a start with the same token from another machine is refused',
    outcome: 'session_token_taken',
    given: inSession(async (w, session_token, user) => () => w.start(user, { session_token, hwid: 'PC-2' }), {
      hwid: 'PC-1',
    }),
  },
  {
    name: 'a token of another application is free here',
    outcome: 'session_started',
    given: async (w) => {
      const elsewhere = await toAnotherApplication(w)
      const session_token = newToken()
      const there = await w.register({ username: 'there' }, elsewhere)
      expect((await w.start({ id: Number(there.body.user_id) }, { session_token }, elsewhere)).status).toBe(200)
      const user = await w.user()
      return () => w.start(user, { session_token })
    },
    fields: alive,
  },
  {
    name: 'an unknown user starts nothing',
    outcome: 'user_not_found',
    given: async (w) => () => w.start({ id: 2 ** 31 - 1 }),
  },
  {
    name: "another application's user starts nothing",
    outcome: 'user_not_found',
    given: async (w) => {
      const user = await w.user()
      const elsewhere = await toAnotherApplication(w)
      return () => w.start(user, {}, elsewhere)
    },
  },
  {
    name: 'a locked user starts nothing on another machine',
    outcome: 'hwid_mismatch',
    given: async (w) => {
      const user = await w.user(bound)
      return () => w.start(user, { hwid: 'PC-2' })
    },
  },
  {
    name: 'a locked user starts nothing on a machine that no login has bound, and binds none',
    outcome: 'hwid_mismatch',
    given: async (w) => {
      const user = await w.user(unbound)
      return () => w.start(user, { hwid: 'PC-1' })
    },
  },
  ...(
    [
      ['a locked user starts on the machine that the login has bound', {}, unbound],
      ['a user who is not locked starts on any', {}, { isHwidLocked: false, hwid: 'PC-9' }],
      ['a locked user starts on any while the application does not check', { hwidLockEnabled: false }, unbound],
    ] as const
  ).map(
    ([name, settings, fields]): Scenario => ({
      name,
      outcome: 'session_started',
      settings,
      given: async (w) => {
        const user = await w.user(fields)
        await w.login(user, { hwid: 'PC-1' })
        return () => w.start(user, { session_token: newToken(), hwid: 'PC-1' })
      },
      fields: alive,
    }),
  ),
  {
    name: 'a locked user may start without naming the machine, as the specification has it',
    outcome: 'session_started',
    given: async (w) => {
      const user = await w.user(bound)
      return () => w.start(user, { session_token: newToken() })
    },
    fields: alive,
  },
]

const limits: readonly Scenario[] = [
  {
    name: 'as many sessions as allowed may live; the next is refused',
    outcome: 'session_limit_reached',
    settings: limited('reject'),
    given: inSession(async (w, _token, user) => {
      await w.session(user)
      await w.session(await w.user())
      return () => w.start(user)
    }),
  },
  ...(['end', 'silence'] as const).map(
    (how): Scenario => ({
      name: `a session gone by ${how} makes room`,
      outcome: 'session_started',
      settings: limited('reject', 1),
      given: inSession(async (w, token, user) => {
        if (how === 'end') await w.end(token)
        else w.clock.advance(90_001)
        return () => w.start(user, { session_token: newToken() })
      }),
      fields: alive,
    }),
  ),
  {
    name: 'a session that beats fills its place',
    outcome: 'session_limit_reached',
    settings: limited('reject', 1),
    given: inSession(async (w, token, user) => {
      w.clock.advance(80_000)
      expect((await w.beat(token)).status).toBe(200)
      w.clock.advance(80_000)
      return () => w.start(user)
    }),
  },
  {
    name: 'or the oldest is replaced',
    outcome: 'session_started',
    settings: limited('replace_oldest'),
    given: inSession(async (w, _token, user) => {
      await w.session(user)
      return () => w.start(user, { session_token: newToken() })
    }),
    fields: alive,
    events: [sessionEnd('replaced'), sessionStart],
    changes: ['+client_sessions', '~client_sessions.end_reason', '~client_sessions.ended_at'],
  },
  {
    name: 'a lowered limit replaces as many as are too many',
    outcome: 'session_started',
    given: inSession(async (w, _token, user) => {
      await w.session(user)
      await w.settings(limited('replace_oldest', 1))
      return () => w.start(user, { session_token: newToken() })
    }),
    fields: alive,
    events: [sessionEnd('replaced'), sessionEnd('replaced'), sessionStart],
    changes: [
      '+client_sessions',
      ...['~client_sessions.end_reason', '~client_sessions.ended_at'].flatMap((each) => [each, each]),
    ],
  },
]

export const startScenarios = [...starts, ...limits]
