import { describe, expect, it } from 'vitest'
import { ada, ipBlocked, nobodyBlocked, nowMs, precedence, session } from '../../../../test/client-facts.ts'
import { decideVerify, type VerifyFacts } from './decide-verify.ts'

const application = { hwidLockEnabled: true, isVerifyStrict: false }
const strict = { ...application, isVerifyStrict: true }
const fine: VerifyFacts = {
  application,
  blacklist: nobodyBlocked,
  ip: '192.0.2.1',
  user: ada,
  hwid: undefined,
  hwidKey: undefined,
  hasToken: false,
  session: undefined,
  lastSeenAtMs: nowMs,
  nowMs,
}
const withToken = { hasToken: true, session }

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
      decideVerify,
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
    ['strict, with its live session passes', { ...withToken, application: strict }, 'user_verified'],
    ['strict, without a session is refused', { application: strict }, 'session_not_found'],
  ] as const)('%s', (_name, facts, outcome) => {
    expect(decideVerify({ ...fine, ...facts })).toBe(outcome)
  })

  it.each([
    ['right after the login from the same address passes', 0, '192.0.2.1', 'user_verified'],
    ['60 s after it passes', 60_000, '192.0.2.1', 'user_verified'],
    ['later is refused', 60_001, '192.0.2.1', 'session_not_found'],
    ['from another address is refused', 0, '192.0.2.2', 'session_not_found'],
  ])('strict, without a session, %s', (_name, ageMs, lastLoginIp, outcome) => {
    const user = { ...ada, lastLoginAtMs: nowMs - ageMs, lastLoginIp }
    expect(decideVerify({ ...fine, application: strict, user })).toBe(outcome)
  })

  it.each([
    ['the bound one', ada, application],
    ['any, where the user is bound to none', { ...ada, hwid: null, hwidKey: null }, application],
    ['any, where the user is not locked', { ...ada, hwid: 'PC-9', isHwidLocked: false }, application],
    ['any, where the application does not check', { ...ada, hwid: 'PC-9' }, { ...application, hwidLockEnabled: false }],
  ])('accepts the hardware id: %s', (_name, user, app) => {
    expect(decideVerify({ ...fine, user, application: app, hwid: 'PC-1', hwidKey: 'pc-1' })).toBe('user_verified')
  })
})
