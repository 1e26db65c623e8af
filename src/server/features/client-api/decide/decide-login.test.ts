import { describe, expect, it } from 'vitest'
import { ada, rightLogin as fine, ipBlocked, precedence } from '../../../../../test/harness/client-facts.ts'
import { indexBlacklist } from './decide-access.ts'
import { decideLogin, isVersionRefused, type LoginFacts } from './decide-login.ts'

const outcome = (facts: Partial<LoginFacts>) => {
  const decision = decideLogin({ ...fine, ...facts })
  return decision === 'check_password' ? decision : decision.outcome
}

describe('a login', () => {
  it('of the right user on the right machine succeeds and binds nothing', () => {
    expect(decideLogin(fine)).toEqual({ outcome: 'login_successful' })
  })

  it('on the first machine succeeds and binds it', () => {
    const user = { ...ada, hwid: null, hwidKey: null }
    expect(decideLogin({ ...fine, user })).toEqual({ outcome: 'login_successful', binds: 'first' })
  })

  it('is refused for the strongest reason: block, version, credentials, account, hardware', () => {
    const { decided, expected } = precedence<LoginFacts, unknown>(
      fine,
      [
        ['blocked_ip', { blacklist: ipBlocked }],
        ['version_mismatch', { clientVersion: '1.1' }],
        ['check_password', { isPasswordRight: undefined }],
        ['invalid_credentials', { isPasswordRight: false }],
        ['account_banned', { user: { ...ada, isBanned: true } }],
        ['hwid_mismatch', { hwid: 'PC-2', hwidKey: 'pc-2' }],
        ['login_successful', {}],
      ],
      (facts) => outcome(facts),
    )
    // `check_password` is no reason, it only comes first
    expect(decided).toEqual(expected)
  })

  it('tells nothing about an account to who does not know its password', () => {
    const states = [{ isBanned: true }, { isPaused: true }, { isActive: false }, { expiresAtMs: 1 }, { hwid: 'PC-2' }]
    for (const state of states) {
      const user = { ...ada, ...state }
      expect(outcome({ user, isPasswordRight: undefined })).toBe('check_password')
      expect(outcome({ user, isPasswordRight: false })).toBe('invalid_credentials')
      expect(outcome({ user, isPasswordRight: true })).not.toBe('login_successful')
    }
    expect(outcome({ user: undefined, isPasswordRight: undefined })).toBe('check_password')
    expect(outcome({ user: undefined, isPasswordRight: true })).toBe('invalid_credentials')
  })

  it.each([
    ['blocked_username', { type: 'username', value: 'ADA' }],
    ['blocked_hwid', { type: 'hwid', value: 'Pc-1' }],
  ] as const)('is %s before anything is hashed', (block, entry) => {
    expect(outcome({ blacklist: indexBlacklist([entry]), isPasswordRight: undefined })).toBe(block)
  })

  it('by a blocked e-mail address is refused, but only to who knows the password', () => {
    const blacklist = indexBlacklist([{ type: 'email', value: 'ADA@example.com' }])
    expect(outcome({ blacklist, isPasswordRight: undefined })).toBe('check_password')
    expect(outcome({ blacklist })).toBe('blocked_email')
  })
})

describe('a version', () => {
  it.each([
    ['none, not demanded', false, undefined, false],
    ['none, demanded', true, undefined, true],
    ['the same', true, '1.2.0', false],
    ['a newer one', true, '1.10', false],
    ['an older one', false, '1.1.9', true],
  ])('%s', (_name, isVersionRequired, clientVersion, isRefused) => {
    expect(isVersionRefused({ version: '1.2', isVersionRequired }, clientVersion)).toBe(isRefused)
  })
})
