import { expect, it } from 'vitest'
import { ada, nowMs } from '../../../../../test/harness/client-facts.ts'
import { accountLoginChecks } from '../../../../shared/contract/user-inspection.ts'
import { indexBlacklist } from './decide-access.ts'
import type { LoginFacts } from './decide-login.ts'
import { explainLogin } from './explain-login.ts'

/** Everything that can be wrong with a login, at once. */
const hopeless: LoginFacts = {
  application: {
    version: '2.0',
    isVersionRequired: true,
    hwidLockEnabled: true,
    deviceLimit: 1,
    hwidTolerance: 0,
    graceDays: 0,
  },
  blacklist: indexBlacklist([
    { type: 'ip', value: '192.0.2.1' },
    { type: 'username', value: ada.username },
    { type: 'email', value: ada.email ?? '' },
    { type: 'hwid', value: 'pc-2' },
  ]),
  ip: '192.0.2.1',
  usernameKey: ada.usernameKey,
  clientVersion: '1.0',
  hwid: 'pc-2',
  hwidKey: 'pc-2',
  isHwidPlaceholder: false,
  isFurtherDevice: false,
  components: undefined,
  hardwareKeys: [],
  devices: [],
  user: {
    ...ada,
    hwid: 'PC-1',
    isHwidLocked: true,
    isBanned: true,
    isActive: false,
    isPaused: true,
    expiresAtMs: nowMs,
    license: { isActive: false, expiresAtMs: nowMs, hold: null, graceDays: null },
  },
  isPasswordRight: undefined,
  nowMs,
}

it.each(['paused', 'banned'] as const)('names every refusal of the decider, in its very order: %s', (hold) => {
  // the first two are decided earlier, the password counts as right, with one device the last cannot be, and one hold
  const otherHold = hold === 'paused' ? 'license_banned' : 'license_paused'
  const impossible = ['application_offline', 'rate_limited', 'invalid_credentials', 'device_limit_reached', otherHold]
  const decided = accountLoginChecks.filter((check) => !impossible.includes(check))
  const license = { isActive: false, expiresAtMs: nowMs, hold, graceDays: null }
  expect(explainLogin({ ...hopeless, user: hopeless.user && { ...hopeless.user, license } }).refusals).toEqual(decided)
})

it('stops at a name that nobody has: nothing can be asked behind it', () => {
  const blacklist = indexBlacklist([])
  expect(explainLogin({ ...hopeless, blacklist, clientVersion: '2.0', user: undefined })).toEqual({
    outcome: 'invalid_credentials',
    bindsHwid: false,
    refusals: ['invalid_credentials'],
  })
})

it('says what a login of a free machine would bind', () => {
  const user = { ...ada, hwid: null, isHwidLocked: true, license: null }
  const facts = { ...hopeless, blacklist: indexBlacklist([]), clientVersion: '2.0', user }
  expect(explainLogin(facts)).toEqual({ outcome: 'login_successful', bindsHwid: true, refusals: [] })
})
