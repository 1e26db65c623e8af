import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../store/columns.ts'
import { decideOfflineLicense, type OfflineLicenseFacts } from './decide-offline-license.ts'

const nowMs = Date.UTC(2026, 0, 1)
const allowed: OfflineLicenseFacts = {
  ...{ trusts: 'a key', userKey: 'anna', namedKey: 'anna' },
  ...{ isHwidPlaceholder: false, askedHash: 'hash', known: undefined, isApplicationActive: true },
  ...{ login: { outcome: 'login_successful' }, days: 30, userEndsAtMs: null, licenseEndsAtMs: null, nowMs },
}
const known = { askedHash: 'hash', withdrawnAt: null }
const ended = { userEndsAtMs: nowMs - 1, licenseEndsAtMs: nowMs - 1 }

/** Each wins over all below it. */
const inOrder = [
  ['another application', { trusts: 'no key' }, { outcome: 'other_application' }],
  ['another user', { namedKey: 'bob' }, { outcome: 'other_user' }],
  ['a hardware ID that many devices have', { isHwidPlaceholder: true }, { outcome: 'no_device' }],
  ['a nonce that answered something else', { known: { ...known, askedHash: 'other' } }, { outcome: 'request_used' }],
  ['keys that were revoked', { trusts: 'revoked keys' }, { outcome: 'other_keys' }],
  ['an application that is off', { isApplicationActive: false }, { outcome: 'refused', reason: 'application_offline' }],
  ['a refused sign-in', { login: { outcome: 'account_banned' } }, { outcome: 'refused', reason: 'account_banned' }],
  ['access of the user that has ended', ended, { outcome: 'refused', reason: 'account_expired' }],
] as const satisfies readonly (readonly [string, Partial<OfflineLicenseFacts>, object])[]

describe('a request for an offline file', () => {
  it.each(inOrder.map((row, place) => [row[0], place] as const))(
    'is refused for %s before all that follows',
    (_n, place) => {
      const faults = Object.assign(
        {},
        ...inOrder
          .slice(place)
          .toReversed()
          .map(([, fault]) => fault),
      )
      expect(decideOfflineLicense({ ...allowed, ...faults })).toEqual(inOrder[place]?.[2])
      expect(decideOfflineLicense({ ...allowed, ...inOrder[place]?.[1] })).toEqual(inOrder[place]?.[2])
    },
  )

  it.each(['hwid_mismatch', 'device_limit_reached'] as const)('finds no room for the device: %s', (outcome) => {
    expect(decideOfflineLicense({ ...allowed, login: { outcome } })).toEqual({ outcome: 'no_device_free' })
  })

  it('is answered again as the first time, but not once that file was withdrawn', () => {
    expect(decideOfflineLicense({ ...allowed, known })).toEqual({ outcome: 'repeated' })
    // what was answered is answered again, whatever became of the user
    expect(decideOfflineLicense({ ...allowed, known, login: { outcome: 'account_banned' } })).toEqual({
      outcome: 'repeated',
    })
    const withdrawn = { ...known, withdrawnAt: new Date(nowMs) }
    expect(decideOfflineLicense({ ...allowed, known: withdrawn })).toEqual({ outcome: 'request_used' })
  })

  it.each([
    ['the days', {}, nowMs + 30 * dayMs],
    ['the user’s own end', { userEndsAtMs: nowMs + 1_500, licenseEndsAtMs: nowMs + 9_000 }, nowMs + 1_000],
    ['the license’s end', { userEndsAtMs: nowMs + 9_000, licenseEndsAtMs: nowMs + 1_999 }, nowMs + 1_000],
  ])('gets a file until %s, in whole seconds', (_name, ends, expiresAtMs) => {
    expect(decideOfflineLicense({ ...allowed, ...ends })).toEqual({ outcome: 'made', binds: undefined, expiresAtMs })
  })

  it('gets none for less than a second, and none for days of grace', () => {
    expect(decideOfflineLicense({ ...allowed, licenseEndsAtMs: nowMs + 999 })).toEqual({
      ...{ outcome: 'refused', reason: 'license_expired' },
    })
  })
})
