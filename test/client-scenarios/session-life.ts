import { newToken } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'
import { alive, bound, inSession, inSessionBeforeLock, limited, toAnotherApplication } from './scenario.ts'

const beats: readonly Scenario[] = [
  {
    name: 'a heartbeat keeps a session alive',
    outcome: 'session_alive',
    given: inSession(async (w, token) => () => w.beat(token)),
    fields: alive,
  },
  {
    name: 'a heartbeat 90 s after the last one counts',
    outcome: 'session_alive',
    given: inSession(async (w, token) => {
      w.clock.advance(60_000)
      await w.beat(token)
      w.clock.advance(90_000)
      return () => w.beat(token)
    }),
    fields: alive,
  },
  {
    name: 'a millisecond later it does not',
    outcome: 'session_ended',
    given: inSession(async (w, token) => {
      w.clock.advance(90_001)
      return () => w.beat(token)
    }),
    fields: { reason: 'timeout' },
  },
  {
    name: 'a session ended by its client stays ended',
    outcome: 'session_ended',
    given: inSession(async (w, token) => {
      await w.end(token)
      return () => w.beat(token)
    }),
    fields: { reason: 'logout' },
  },
  {
    name: 'a replaced client learns that it was replaced',
    outcome: 'session_ended',
    settings: limited('replace_oldest', 1),
    given: inSession(async (w, token, user) => {
      await w.session(user)
      return () => w.beat(token)
    }),
    fields: { reason: 'replaced' },
  },
  {
    name: "a reset of the hardware id ends the bound machine's session",
    outcome: 'session_ended',
    given: async (w) => {
      const user = await w.user(bound)
      const token = await w.session(user, { hwid: 'PC-1' })
      await w.act(user, 'reset-hwid')
      return () => w.beat(token)
    },
    fields: { reason: 'ended_by_owner' },
  },
  {
    name: 'a session of a machine that is bound no more is refused',
    outcome: 'hwid_mismatch',
    given: inSession(
      async (w, token, user) => {
        await w.dashboard('PUT', `${w.base}/users/${user.id}`, { hwid: 'PC-2' })
        return () => w.beat(token)
      },
      { hwid: 'PC-1' },
    ),
  },
  {
    name: 'a session of a machine that was not bound when the lock came on is refused',
    outcome: 'hwid_mismatch',
    settings: { hwidLockEnabled: false },
    given: inSessionBeforeLock(async (w, token) => () => w.beat(token)),
  },
  { name: 'an unknown token is refused', outcome: 'session_not_found', given: async (w) => () => w.beat(newToken()) },
  {
    name: 'a token of another application is unknown',
    outcome: 'session_not_found',
    given: inSession(async (w, token) => {
      const elsewhere = await toAnotherApplication(w)
      return () => w.beat(token, elsewhere)
    }),
  },
]

const ends: readonly Scenario[] = [
  {
    name: 'a client ends its session',
    outcome: 'session_closed',
    given: inSession(async (w, token) => () => w.end(token)),
    fields: alive,
  },
  {
    name: 'ending it twice is a success with no second event',
    outcome: 'session_closed',
    given: inSession(async (w, token) => {
      await w.end(token)
      return () => w.end(token)
    }),
    fields: alive,
    events: [],
    changes: [],
  },
  {
    name: 'a banned user may still leave',
    outcome: 'session_closed',
    given: inSession(async (w, token, user) => {
      await w.act(user, 'ban')
      return () => w.end(token)
    }),
    fields: alive,
  },
  {
    name: 'an unknown session can not be ended',
    outcome: 'session_not_found',
    given: async (w) => () => w.end(newToken()),
  },
]

export const sessionLifeScenarios = [...beats, ...ends]
