import { describe, expect, it } from 'vitest'
import { ada, ipBlocked, nobodyBlocked, nowMs, precedence, session } from '../../../../../test/harness/client-facts.ts'
import { rememberLogin } from './decide-login.ts'
import { decideHeartbeat, decideStart, type HeartbeatFacts, isLive, type StartFacts } from './decide-session.ts'

const application = { hwidLockEnabled: true, graceDays: 0 }
const caller = { application, blacklist: nobodyBlocked, ip: '192.0.2.1', nowMs }
const beat: HeartbeatFacts = { ...caller, session, hwidKey: 'pc-1', lastSeenAtMs: nowMs }
const start: StartFacts = {
  ...caller,
  ...{ user: ada, hwid: 'PC-1', hwidKey: 'pc-1', isFurtherDevice: false, known: undefined, lastSeenAtMs: 0 },
}
const ended = { ...session, endedAtMs: nowMs, endReason: 'logout' }
const moved = { ...ada, hwid: 'PC-2', hwidKey: 'pc-2' }
const unbound = { ...ada, hwid: null, hwidKey: null }

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
    ['without a hardware id, of a user bound to none', { session: { ...session, hwid: null, user: unbound } }],
    ['of a user who is not locked', { session: { ...session, user: { ...moved, isHwidLocked: false } } }],
    [
      'while the application does not check',
      { session: { ...session, user: moved }, application: { hwidLockEnabled: false, graceDays: 0 } },
    ],
  ])('%s passes the hardware lock', (_name, facts) => {
    expect(decideHeartbeat({ ...beat, ...facts })).toBe('session_alive')
  })

  it('from a machine that no login has bound is refused; the end of a session, by a reset for one, comes first', () => {
    expect(decideHeartbeat({ ...beat, session: { ...session, user: unbound } })).toBe('hwid_mismatch')
    expect(decideHeartbeat({ ...beat, session: { ...ended, user: unbound } })).toBe('session_ended')
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
      (facts) => decideStart(facts).outcome,
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
    expect(decideStart({ ...start, lastSeenAtMs: nowMs, ...facts })).toEqual({ outcome })
  })

  it('without a hardware id passes the lock, as specified', () => {
    expect(decideStart({ ...start, hwid: undefined, hwidKey: undefined }).outcome).toBe('start')
  })

  it('of a machine that no login has bound is refused, and binds nothing', () => {
    expect(decideStart({ ...start, user: unbound })).toEqual({ outcome: 'hwid_mismatch' })
    expect(
      decideStart({ ...start, user: unbound, application: { hwidLockEnabled: false, graceDays: 0 } }).outcome,
    ).toBe('start')
    expect(decideStart({ ...start, user: { ...unbound, isHwidLocked: false } }).outcome).toBe('start')
  })

  it('without a hardware id stands for the machine of the session that has the token', () => {
    const again = { hwid: undefined, hwidKey: undefined, known: session, lastSeenAtMs: nowMs }
    expect(decideStart({ ...start, ...again, user: moved })).toEqual({ outcome: 'hwid_mismatch' })
  })

  it.each([
    ['right after it', 0, {}, true],
    ['60 s after it', 60_000, {}, true],
    ['later', 60_001, {}, false],
    ['by a clock that is far behind', -60_001, {}, false],
    ['from another address', 0, { ip: '192.0.2.2' }, false],
    ['from another device', 0, { hwid: 'PC-2', user: { ...moved } }, false],
    ['without naming the device', 0, { hwid: undefined }, false],
    ['with another password since', 0, { user: { ...ada, passwordHash: 'another' } }, false],
  ])('is proved by a login of the same user, address and device: %s', (_name, ageMs, changed, isProved) => {
    const device = { ip: '192.0.2.1', hwid: 'PC-1', passwordHash: 'hash' }
    const recentLogins = rememberLogin(null, device, nowMs - ageMs)
    const facts = { ...start, ...changed }
    const user = facts.user && { ...facts.user, recentLogins }
    expect(decideStart({ ...facts, user })).toEqual({ outcome: 'start', isProved })
  })
})
