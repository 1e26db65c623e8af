import { describe, expect, it } from 'vitest'
import { ada, ipBlocked, nobodyBlocked, nowMs, precedence } from '../../../../../test/harness/client-facts.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import {
  type AccessQuestion,
  decideAccess,
  effectiveExpiryMs,
  graceUntilMs,
  hasExpired,
  indexBlacklist,
} from './decide-access.ts'

const fine = { application: { graceDays: 0 }, user: ada, blacklist: nobodyBlocked, ip: '192.0.2.1', nowMs }
const expired = { isActive: true, expiresAtMs: nowMs, hold: null, graceDays: null }
const inactive = { ...expired, isActive: false }
const paused = { ...inactive, hold: 'paused' } as const
const banned = { ...inactive, hold: 'banned' } as const

describe('whether a user may use the application', () => {
  it('is yes when nothing is against it', () => {
    expect(decideAccess(fine)).toBeUndefined()
  })

  it('names the strongest reason: block, ban, disabled, paused, expired, license held, off, expired', () => {
    // each state also has all the weaker reasons
    const licenseExpired: UserFacts = { ...ada, license: expired }
    const licenseOff = { ...licenseExpired, license: inactive }
    const licensePaused = { ...licenseOff, license: paused }
    const licenseBanned = { ...licenseOff, license: banned }
    const userExpired = { ...licenseBanned, expiresAtMs: nowMs }
    const userPaused = { ...userExpired, isPaused: true }
    const disabled = { ...userPaused, isActive: false }
    const userBanned = { ...disabled, isBanned: true }
    const { decided, expected } = precedence<AccessQuestion, unknown>(
      fine,
      [
        ['blocked_ip', { blacklist: ipBlocked }],
        ['account_banned', { user: userBanned }],
        ['account_disabled', { user: disabled }],
        ['account_paused', { user: userPaused }],
        ['account_expired', { user: userExpired }],
        ['license_banned', { user: licenseBanned }],
        ['license_paused', { user: licensePaused }],
        ['license_inactive', { user: licenseOff }],
        ['license_expired', { user: licenseExpired }],
        [undefined, {}],
      ],
      decideAccess,
    )
    expect(decided).toEqual(expected)
  })

  it.each([
    ['blocked_username', { type: 'username', value: 'ＡＤＡ' }],
    ['blocked_email', { type: 'email', value: 'Ada@Example.com' }],
    ['blocked_hwid', { type: 'hwid', value: 'pc-1' }],
  ] as const)('looks at what is known of the user: %s', (block, entry) => {
    expect(decideAccess({ ...fine, blacklist: indexBlacklist([entry]) })).toBe(block)
  })

  it('looks at the hardware id of the call before that of the user', () => {
    const blacklist = indexBlacklist([{ type: 'hwid', value: 'pc-2' }])
    expect(decideAccess({ ...fine, blacklist, hwidKey: 'pc-2' })).toBe('blocked_hwid')
    expect(decideAccess({ ...fine, blacklist, hwidKey: 'pc-3' })).toBeUndefined()
  })
})

describe('the days of grace', () => {
  const endMs = nowMs - 3 * 86_400_000
  const user = { ...ada, expiresAtMs: endMs }
  const ofLicense = (graceDays: number | null) => ({
    ...ada,
    license: { isActive: true, expiresAtMs: endMs, hold: null, graceDays },
  })

  it.each([
    ['of the application', 3, user, 'account_expired'],
    ['of the application, for a license without', 3, ofLicense(null), 'license_expired'],
    ['of the license', 0, ofLicense(3), 'license_expired'],
    ['of a license that has fewer', 30, ofLicense(3), 'license_expired'],
  ] as const)('%s let in until their last millisecond', (_name, graceDays, user, refusal) => {
    const application = { graceDays }
    const at = (ms: number) => decideAccess({ ...fine, application, user, nowMs: nowMs + ms })
    const until = (ms: number) => graceUntilMs(application, user, nowMs + ms)
    expect([at(-1), at(0)]).toEqual([undefined, refusal])
    expect([until(-1), until(0)]).toEqual([nowMs, undefined])
  })

  it('begin at the end of the earlier expiry, and are none before it and where none is set', () => {
    const both = { ...user, license: { isActive: true, expiresAtMs: endMs + 5, hold: null, graceDays: 2 } }
    expect(graceUntilMs({ graceDays: 0 }, both, endMs - 1)).toBeUndefined()
    expect(graceUntilMs({ graceDays: 0 }, both, endMs)).toBe(endMs + 2 * 86_400_000)
    expect(graceUntilMs({ graceDays: 0 }, user, endMs)).toBeUndefined()
    expect(graceUntilMs({ graceDays: 30 }, ada, nowMs)).toBeUndefined()
  })
})

describe('an expiry', () => {
  it('is over at its very millisecond, and null never is', () => {
    expect([nowMs - 1, nowMs, nowMs + 1].map((now) => hasExpired(nowMs, now))).toEqual([false, true, true])
    expect(hasExpired(null, Number.MAX_SAFE_INTEGER)).toBe(false)
    expect(hasExpired(Date.UTC(9999, 11, 31, 23, 59), nowMs)).toBe(false)
  })

  it.each([
    [null, null, null],
    [5, null, 5],
    [null, 5, 5],
    [5, 6, 5],
    [6, 5, 5],
    [0, 5, 0],
  ])("of %s by the user's own and %s by the license is %s", (expiresAtMs, license, effective) => {
    const user = { ...ada, expiresAtMs, license: { isActive: true, expiresAtMs: license, hold: null, graceDays: null } }
    expect(effectiveExpiryMs(user)).toBe(effective)
    if (license === null) expect(effectiveExpiryMs({ ...user, license: null })).toBe(effective)
  })
})
