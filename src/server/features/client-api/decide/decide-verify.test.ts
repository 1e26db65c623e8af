import { describe, expect, it } from 'vitest'
import { ada, ipBlocked, nobodyBlocked, nowMs, precedence, session } from '../../../../../test/harness/client-facts.ts'
import { decideVerify, type VerifyFacts } from './decide-verify.ts'

const application = { hwidLockEnabled: true, isVerifyStrict: false, graceDays: 0 }
const strict = { ...application, isVerifyStrict: true }
const fine: VerifyFacts = {
  application,
  blacklist: nobodyBlocked,
  ip: '192.0.2.1',
  user: ada,
  hwid: undefined,
  hwidKey: undefined,
  isFurtherDevice: false,
  hasToken: false,
  session: undefined,
  lastSeenAtMs: nowMs,
  nowMs,
}
const withToken = { hasToken: true, session }
const proved = { hasToken: true, session: { ...session, provedAtMs: nowMs } }
const unbound = { ...ada, hwid: null, hwidKey: null }

describe('a verify', () => {
  it('is refused for the strongest reason: user, block, account, hardware, session', () => {
    const { decided, expected } = precedence<VerifyFacts, unknown>(
      fine,
      [
        ['user_not_found', { user: undefined }],
        ['blocked_ip', { blacklist: ipBlocked }],
        ['account_paused', { user: { ...ada, isPaused: true } }],
        ['hwid_mismatch', { hwid: 'PC-2', hwidKey: 'pc-2' }],
        ['session_not_found', { hasToken: true }],
        ['user_verified', {}],
      ],
      (facts) => decideVerify(facts).outcome,
    )
    expect(decided).toEqual(expected)
  })

  it.each([
    ['with its live session passes', withToken, 'user_verified'],
    [
      "with another user's session is refused",
      { ...withToken, session: { ...session, userId: 8 } },
      'session_not_found',
    ],
    ['with an ended session is refused', { ...withToken, session: { ...session, endedAtMs: 1 } }, 'session_ended'],
    ['with a silent session is refused', { ...withToken, lastSeenAtMs: nowMs - 90_001 }, 'session_ended'],
    ['strict, with its live session that a login proved passes', { ...proved, application: strict }, 'user_verified'],
    [
      'strict, with a live session that none did is refused',
      { ...withToken, application: strict },
      'session_not_found',
    ],
    ['strict, without a session is refused', { application: strict }, 'session_not_found'],
    [
      'with the session of a machine that is bound no more is refused',
      { ...withToken, user: { ...ada, hwid: 'PC-2', hwidKey: 'pc-2' } },
      'hwid_mismatch',
    ],
    ['with the session of a machine that none has bound is refused', { ...withToken, user: unbound }, 'hwid_mismatch'],
  ] as const)('%s', (_name, facts, outcome) => {
    expect(decideVerify({ ...fine, ...facts }).outcome).toBe(outcome)
  })

  it.each([
    ['right after the login from the same address passes', 0, '192.0.2.1', 'user_verified'],
    ['60 s after it passes', 60_000, '192.0.2.1', 'user_verified'],
    ['later is refused', 60_001, '192.0.2.1', 'session_not_found'],
    ['from another address is refused', 0, '192.0.2.2', 'session_not_found'],
  ] as const)('strict, without a session, %s', (_name, ageMs, lastLoginIp, outcome) => {
    const user = { ...ada, lastLoginAtMs: nowMs - ageMs, lastLoginIp }
    expect(decideVerify({ ...fine, application: strict, user })).toEqual({ outcome })
  })

  it('strict, without a session, passes from another address of the same /64', () => {
    const user = { ...ada, lastLoginAtMs: nowMs, lastLoginIp: '2001:db8:0:1::1' }
    const from = (ip: string) => decideVerify({ ...fine, application: strict, user, ip }).outcome
    expect(from('2001:DB8:0:1:0:0:0:9')).toBe('user_verified')
    expect(from('2001:db8:0:2::1')).toBe('session_not_found')
  })

  it('strict, with a token, needs the proof also right after the login', () => {
    const user = { ...ada, lastLoginAtMs: nowMs, lastLoginIp: fine.ip }
    expect(decideVerify({ ...fine, ...withToken, application: strict, user }).outcome).toBe('session_not_found')
  })

  it.each([
    ['the bound one', ada, application],
    ['any, where the user is not locked', { ...ada, hwid: 'PC-9', isHwidLocked: false }, application],
    ['any, where the application does not check', { ...ada, hwid: 'PC-9' }, { ...application, hwidLockEnabled: false }],
  ])('accepts the hardware id: %s', (_name, user, app) => {
    const sent = { hwid: 'PC-1', hwidKey: 'pc-1' }
    expect(decideVerify({ ...fine, user, application: app, ...sent })).toEqual({ outcome: 'user_verified' })
  })

  it('refuses a hardware id that no login has bound', () => {
    const facts = { ...fine, user: unbound, hwid: 'PC-1', hwidKey: 'pc-1' }
    expect(decideVerify(facts)).toEqual({ outcome: 'hwid_mismatch' })
    const unchecked = { ...facts, application: { ...application, hwidLockEnabled: false } }
    expect(decideVerify(unchecked)).toEqual({ outcome: 'user_verified' })
  })
})

describe('the machine of a lease', () => {
  const free = { ...ada, isHwidLocked: false }
  const nameless = { hasToken: true, session: { ...session, hwid: null, provedAtMs: nowMs } }
  it.each([
    ['is that of a proved session', proved, 'PC-1'],
    ['is that of a proved session which the call names, too', { ...proved, hwid: 'PC-1' }, 'PC-1'],
    ['is none of a session that no login proved', withToken, undefined],
    ['is none of a bare user id, named or not', { hwid: 'PC-1' }, undefined],
    ['is none right after the login', { user: { ...ada, lastLoginAtMs: nowMs, lastLoginIp: fine.ip } }, undefined],
    ['is none where the call names another', { ...proved, hwid: 'PC-2', user: free }, undefined],
    ['is none of a session that names none', { ...nameless, hwid: 'PC-1', user: free }, undefined],
  ])('%s', (_name, facts, machine) => {
    expect(decideVerify({ ...fine, ...facts })).toEqual({
      outcome: 'user_verified',
      ...(machine !== undefined && { isProved: true, leaseHwid: machine }),
    })
  })

  it('is asked for by strict applications: a session that names none is not enough where the lock is on', () => {
    const ask = (user: typeof ada, more: object = {}) =>
      decideVerify({ ...fine, ...nameless, application: strict, user, ...more }).outcome
    expect(ask(free)).toBe('user_verified')
    expect(ask(ada)).toBe('session_not_found')
    expect(ask(free, { hwid: 'PC-1' })).toBe('session_not_found')
  })
})
