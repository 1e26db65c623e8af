import type { BlacklistIndex } from '../../src/server/features/client-api/decide/decide-access.ts'
import { indexBlacklist } from '../../src/server/features/client-api/decide/decide-access.ts'
import type { LoginFacts } from '../../src/server/features/client-api/decide/decide-login.ts'
import type { SessionFacts, UserFacts } from '../../src/server/store/hot/hot-store.ts'

/** The time at which the tests decide. */
export const nowMs = Date.UTC(2026, 0, 1)

/** A user that no rule rejects. */
export const ada: UserFacts = {
  id: 7,
  username: 'Ada',
  usernameKey: 'ada',
  email: 'ada@example.com',
  emailKey: 'ada@example.com',
  isActive: true,
  isPaused: false,
  isBanned: false,
  hwid: 'PC-1',
  hwidKey: 'pc-1',
  isHwidLocked: true,
  moreDevices: 0,
  expiresAtMs: null,
  license: null,
  passwordHash: 'hash',
  lastLoginAtMs: null,
  lastLoginIp: null,
  recentLogins: null,
  deviceLimit: null,
  seats: 1,
  licenseId: null,
  licenseSessionLimit: null,
}

/** A live session of that user. */
export const session: SessionFacts = {
  id: 70,
  userId: ada.id,
  hwid: 'PC-1',
  lastSeenAtMs: nowMs,
  endedAtMs: null,
  endReason: null,
  provedAtMs: null,
  user: ada,
}

export const nobodyBlocked: BlacklistIndex = indexBlacklist([])
export const ipBlocked = indexBlacklist([{ type: 'ip', value: '192.0.2.1' }])

/** Of a login that nothing stands against. */
export const rightLogin: LoginFacts = {
  application: {
    version: '1.2',
    isVersionRequired: false,
    hwidLockEnabled: true,
    deviceLimit: 1,
    hwidTolerance: 0,
    graceDays: 0,
  },
  blacklist: nobodyBlocked,
  ip: '192.0.2.1',
  usernameKey: 'ada',
  clientVersion: '1.2',
  hwid: 'PC-1',
  hwidKey: 'pc-1',
  isHwidPlaceholder: false,
  isFurtherDevice: false,
  components: undefined,
  hardwareKeys: [],
  devices: [],
  user: ada,
  isPasswordRight: true,
  nowMs,
}

/**
 * Removes the rejection reasons one by one, highest precedence first: the decision must be the highest one left.
 * `reasons` pairs each decision with the facts that cause it; `fine` are the facts without any of them.
 */
export function precedence<Facts extends object, Answer>(
  fine: Facts,
  reasons: readonly (readonly [Answer, Partial<Facts>])[],
  decide: (facts: Facts) => Answer,
): { readonly expected: Answer[]; readonly decided: Answer[] } {
  const decided = reasons.map((_, index) => {
    const left = reasons.slice(index).reverse()
    return decide(Object.assign({}, fine, ...left.map(([, facts]) => facts)))
  })
  return { expected: reasons.map(([answer]) => answer), decided }
}
