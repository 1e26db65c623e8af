import { describe, expect, it } from 'vitest'
import {
  ada,
  ipBlocked,
  nobodyBlocked,
  nowMs,
  precedence,
  rightLogin,
  session,
} from '../../../../../test/harness/client-facts.ts'
import { licenseLoginChecks } from '../../../../shared/contract/user-inspection.ts'
import { indexBlacklist } from './decide-access.ts'
import { decideLicenseLogin, type LicenseLoginFacts } from './decide-license-login.ts'
import { explainLicenseLogin } from './explain-login.ts'

const license = { isActive: true, expiresAtMs: null, hold: null, graceDays: null }
const fine: LicenseLoginFacts = {
  application: { ...rightLogin.application, licenseLogin: true },
  ...{ blacklist: nobodyBlocked, ip: '192.0.2.1', clientVersion: '1.2', hwid: 'PC-1', hwidKey: 'pc-1' },
  ...{
    isHwidPlaceholder: false,
    isFurtherDevice: false,
    components: undefined,
    hardwareKeys: [],
    devices: [],
    isSpent: false,
    isFirst: false,
    seats: { used: 1, max: 1 },
  },
  ...{ user: { ...ada, license }, known: undefined, lastSeenAtMs: 0, nowMs },
}
const closed = { ...fine.application, licenseLogin: false }
const held = (hold: 'paused' | 'banned') => ({ ...ada, license: { ...license, isActive: false, hold } })

it('is refused for the strongest reason, and tells of a key only where the application takes keys', () => {
  const { decided, expected } = precedence<LicenseLoginFacts, string>(
    fine,
    [
      ['blocked_ip', { blacklist: ipBlocked }],
      ['version_mismatch', { clientVersion: '1.1' }],
      ['license_login_closed', { application: closed }],
      ['license_not_found', { user: undefined }],
      ['account_banned', { user: { ...held('banned'), isBanned: true } }],
      ['license_banned', { user: held('banned') }],
      ['license_paused', { user: held('paused') }],
      ['license_expired', { user: { ...ada, license: { ...license, expiresAtMs: nowMs } } }],
      ['hwid_mismatch', { user: { ...ada, license, hwid: 'PC-2' } }],
      ['license_full', { isFirst: true, seats: { used: 1, max: 1 }, user: { ...ada, license, hwid: null } }],
      ['session_token_taken', { known: { ...session, userId: 8 }, user: { ...ada, license }, isFirst: false }],
      ['login_successful', { known: undefined }],
    ],
    (facts) => decideLicenseLogin(facts).outcome,
  )
  expect(decided).toEqual(expected)
})

it('binds the first device, and repeats the session that it began', () => {
  const user = { ...ada, license, hwid: null, hwidKey: null }
  expect(decideLicenseLogin({ ...fine, user })).toEqual({ outcome: 'login_successful', binds: 'first' })
  expect(decideLicenseLogin({ ...fine, user, hwid: undefined }).outcome).toBe('hwid_mismatch')
  const repeated = { ...fine, known: session, lastSeenAtMs: nowMs }
  expect(decideLicenseLogin(repeated)).toEqual({ outcome: 'login_successful', isRepeated: true })
  const unnamed = { ...repeated, hwid: undefined, application: { ...fine.application, hwidLockEnabled: false } }
  expect(decideLicenseLogin(unnamed)).toEqual({ outcome: 'session_token_taken' })
  const ofNoDevice = { ...unnamed, known: { ...session, hwid: null } }
  expect(decideLicenseLogin(ofNoDevice)).toEqual({ outcome: 'login_successful', isRepeated: true })
  expect(decideLicenseLogin({ ...repeated, lastSeenAtMs: nowMs - 90_001 }).outcome).toBe('session_token_taken')
})

it('a holder who has a seat needs none', () => {
  expect(decideLicenseLogin({ ...fine, seats: { used: 3, max: 3 } }).outcome).toBe('login_successful')
})

describe('a machine beyond the devices of a holder', () => {
  const beyond = { ...fine, hwid: 'PC-9', hwidKey: 'pc-9', seats: { used: 1, max: 5 } }
  const holder = { ...ada, license }

  it('takes another seat, if one is free', () => {
    const taken = { outcome: 'login_successful', binds: 'further', takesSeat: true }
    expect(decideLicenseLogin(beyond)).toEqual(taken)
    expect(decideLicenseLogin({ ...beyond, seats: { used: 5, max: 5 } })).toEqual({ outcome: 'license_full' })
    const user = { ...holder, deviceLimit: 3, moreDevices: 5, seats: 2 }
    expect(decideLicenseLogin({ ...beyond, user })).toEqual(taken)
  })

  it('needs none while the seats that the holder has are for more devices', () => {
    const user = { ...holder, deviceLimit: 3, moreDevices: 4, seats: 2 }
    expect(decideLicenseLogin({ ...beyond, user })).toEqual({ outcome: 'login_successful', binds: 'further' })
  })

  it('is refused as ever where the license has one seat, or one more would not do', () => {
    expect(decideLicenseLogin({ ...beyond, seats: { used: 1, max: 1 } })).toEqual({ outcome: 'hwid_mismatch' })
    const user = { ...holder, moreDevices: 5, seats: 2 }
    expect(decideLicenseLogin({ ...beyond, user })).toEqual({ outcome: 'device_limit_reached' })
    for (const unnamed of [{ hwid: undefined }, { isHwidPlaceholder: true }]) {
      expect(decideLicenseLogin({ ...beyond, ...unnamed })).toEqual({ outcome: 'hwid_mismatch' })
    }
  })

  it('takes no seat of a license in grace', () => {
    const user = { ...holder, license: { ...license, expiresAtMs: nowMs, graceDays: 3 } }
    expect(decideLicenseLogin({ ...beyond, user })).toEqual({ outcome: 'license_expired' })
    expect(decideLicenseLogin({ ...beyond, user, hwid: 'PC-1', hwidKey: 'pc-1' }).outcome).toBe('login_successful')
  })
})

it('is explained check by check', () => {
  const hopeless = {
    ...fine,
    ...{ application: closed, clientVersion: '1.0', hwid: 'pc-2', hwidKey: 'pc-2' },
    blacklist: indexBlacklist([
      { type: 'ip', value: '192.0.2.1' },
      { type: 'email', value: ada.email ?? '' },
      { type: 'hwid', value: 'pc-2' },
    ]),
    user: {
      ...{ ...ada, isBanned: true, isActive: false, isPaused: true, expiresAtMs: nowMs },
      license: { isActive: false, expiresAtMs: nowMs, hold: 'banned' as const, graceDays: 0 },
    },
  }
  const impossible = ['application_offline', 'device_limit_reached', 'license_paused', 'license_full']
  const expected = licenseLoginChecks.filter((check) => !impossible.includes(check))
  expect(explainLicenseLogin(hopeless).refusals).toEqual(expected)
})
