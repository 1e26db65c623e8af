import { describe, expect, it } from 'vitest'
import { ada, ipBlocked, nobodyBlocked, nowMs, precedence, session } from '../../../../test/client-facts.ts'
import { decideHeartbeat, decideStart, type HeartbeatFacts, isLive, type StartFacts } from './decide-session.ts'

const application = { hwidLockEnabled: true }
const caller = { application, blacklist: nobodyBlocked, ip: '192.0.2.1', nowMs }
const beat: HeartbeatFacts = { ...caller, session, hwidKey: 'pc-1', lastSeenAtMs: nowMs }
const start: StartFacts = { ...caller, user: ada, hwid: 'PC-1', hwidKey: 'pc-1', known: undefined, lastSeenAtMs: 0 }
const ended = { ...session, endedAtMs: nowMs, endReason: 'logout' }
const moved = { ...ada, hwid: 'PC-2', hwidKey: 'pc-2' }

describe('a heartbeat', () => {
  it('is refused for the strongest reason: token, user, block, account, hardware, end', () => {
    const { decided, expected } = precedence<HeartbeatFacts, unknown>(
      beat,
      [
        ['session_not_found', { session: undefined }],
        ['user_not_found', { session: { ...ended, user: null } }],
        ['blocked_ip', { blacklist: ipBlocked }],
        ['account_banned', { session: { ...ended, user: { ...moved, isBanned: true } } }],
        ['hwid_mismatch', { session: { ...ended, user: moved } }],
        ['session_ended', { session: ended }],
        ['session_alive', {}],
      ],
      decideHeartbeat,
    )
    expect(decided).toEqual(expected)
  })

  it.each([
    ['from a session without a hardware id', { session: { ...session, hwid: null, user: moved } }],
    ['of a user bound to none', { session: { ...session, user: { ...ada, hwid: null, hwidKey: null } } }],
    ['of a user who is not locked', { session: { ...session, user: { ...moved, isHwidLocked: false } } }],
    [
      'while the application does not check',
      { session: { ...session, user: moved }, application: { hwidLockEnabled: false } },
    ],
  ])('%s passes the hardware lock', (_name, facts) => {
    expect(decideHeartbeat({ ...beat, ...facts })).toBe('session_alive')
  })

  it('counts while the last one is at most three beats old', () => {
    expect(decideHeartbeat({ ...beat, lastSeenAtMs: nowMs - 90_000 })).toBe('session_alive')
    expect(decideHeartbeat({ ...beat, lastSeenAtMs: nowMs - 90_001 })).toBe('session_ended')
    expect(isLive({ ...session, endedAtMs: nowMs }, nowMs, nowMs)).toBe(false)
  })
})

describe('a session start', () => {
  it('is refused for the strongest reason: user, block, account, hardware, token', () => {
    const { decided, expected } = precedence<StartFacts, unknown>(
      start,
      [
        ['user_not_found', { user: undefined }],
        ['blocked_ip', { blacklist: ipBlocked }],
        ['account_banned', { user: { ...moved, isBanned: true } }],
        ['hwid_mismatch', { user: moved }],
        ['session_token_taken', { known: { ...session, userId: 8 }, lastSeenAtMs: nowMs }],
        ['start', {}],
      ],
      decideStart,
    )
    expect(decided).toEqual(expected)
  })

  it.each([
    ['by the same user and machine while live is the same success', { known: session }, 'session_started'],
    ['by another user is refused', { known: { ...session, userId: 8 } }, 'session_token_taken'],
    ['from another machine is refused', { known: { ...session, hwid: 'PC-2' } }, 'session_token_taken'],
    [
      'without the hardware id is refused',
      { hwid: undefined, hwidKey: undefined, known: session },
      'session_token_taken',
    ],
    ['of an ended session is refused', { known: ended }, 'session_token_taken'],
    ['after three missed beats is refused', { known: session, lastSeenAtMs: nowMs - 90_001 }, 'session_token_taken'],
  ] as const)('repeated %s', (_name, facts, outcome) => {
    expect(decideStart({ ...start, lastSeenAtMs: nowMs, ...facts })).toBe(outcome)
  })

  it('without a hardware id passes the lock, as specified', () => {
    expect(decideStart({ ...start, hwid: undefined, hwidKey: undefined })).toBe('start')
  })
})
