import { describe, expect, it } from 'vitest'
import { ipBlocked, nobodyBlocked, nowMs, precedence } from '../../../../../test/harness/client-facts.ts'
import { decideLicense, decideRegister, type RegisterFacts, registeredUntilMs } from './decide-register.ts'

const application = {
  version: '1.0',
  isVersionRequired: false,
  registrationMode: 'open',
  registrationDays: null,
} as const
const license = { isActive: true, expiresAtMs: nowMs + 1, currentUsers: 0, maxUsers: 1, hold: null, isSpent: false }
const withLicense = { hasLicenseKey: true, license }
const fine: RegisterFacts = {
  application,
  blacklist: nobodyBlocked,
  identity: { ip: '192.0.2.1', usernameKey: 'ada' },
  clientVersion: undefined,
  hasLicenseKey: false,
  license: undefined,
  isUsernameTaken: false,
  nowMs,
}
const mode = (registrationMode: RegisterFacts['application']['registrationMode']) => ({
  application: { ...application, registrationMode },
})

describe('a registration', () => {
  it('is refused for the strongest reason: block, version, closed, license, name', () => {
    const { decided, expected } = precedence<RegisterFacts, unknown>(
      fine,
      [
        ['blocked_ip', { blacklist: ipBlocked }],
        ['version_mismatch', { clientVersion: '0.9' }],
        ['registration_closed', mode('closed')],
        ['license_required', mode('license')],
        ['username_taken', { isUsernameTaken: true }],
        ['user_registered', {}],
      ],
      decideRegister,
    )
    expect(decided).toEqual(expected)
  })

  it.each([
    ['open', {}, 'user_registered'],
    ['open', withLicense, 'user_registered'],
    ['open', { hasLicenseKey: true }, 'license_not_found'],
    ['license', {}, 'license_required'],
    ['license', withLicense, 'user_registered'],
    ['license', { hasLicenseKey: true }, 'license_not_found'],
    ['closed', withLicense, 'registration_closed'],
    ['closed', {}, 'registration_closed'],
  ] as const)('where it is %s with %j is %s', (registrationMode, facts, outcome) => {
    expect(decideRegister({ ...fine, ...mode(registrationMode), ...facts })).toBe(outcome)
  })

  it('with a license that takes nobody does not tell whether the name is taken', () => {
    const full = { ...license, currentUsers: 1 }
    expect(decideRegister({ ...fine, hasLicenseKey: true, license: full, isUsernameTaken: true })).toBe('license_full')
  })
})

describe('a license', () => {
  it.each([
    ['none', undefined, 'license_not_found'],
    ['one that is off', { ...license, isActive: false, expiresAtMs: nowMs, currentUsers: 1 }, 'license_inactive'],
    ['one that is banned', { ...license, isActive: false, hold: 'banned' as const }, 'license_banned'],
    ['one that is paused', { ...license, isActive: false, hold: 'paused' as const }, 'license_paused'],
    ['one that expires now', { ...license, expiresAtMs: nowMs, currentUsers: 1 }, 'license_expired'],
    ['one without a seat', { ...license, currentUsers: 1 }, 'license_full'],
    ['one with a seat', license, undefined],
    ['one that waits for its first use', { ...license, expiresAtMs: null }, undefined],
  ])('%s', (_name, facts, outcome) => {
    expect(decideLicense(facts, nowMs)).toBe(outcome)
  })
})

describe('how long a registered user may stay', () => {
  const day = 86_400_000
  it.each([
    ['without a limit: for ever', null, false, undefined, null],
    ['without a limit: as asked', null, false, nowMs + 5, nowMs + 5],
    ["by the maker's limit", 30, false, undefined, nowMs + 30 * day],
    ['shorter when asked so', 30, false, nowMs + day, nowMs + day],
    ['never longer than the limit', 30, false, Date.UTC(9999, 11, 31), nowMs + 30 * day],
    ['with a license: the license rules', 30, true, undefined, null],
    ['with a license: shorter when asked so', 30, true, nowMs + 5, nowMs + 5],
  ])('%s', (_name, days, hasLicense, asked, until) => {
    expect(registeredUntilMs(days, hasLicense, asked, nowMs)).toBe(until)
  })
})
