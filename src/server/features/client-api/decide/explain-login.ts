import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { BlacklistIndex, Identity } from './decide-access.ts'
import { decideLicenseLogin, type LicenseLoginFacts } from './decide-license-login.ts'
import { decideLogin, type LoginDecision, type LoginFacts } from './decide-login.ts'

/** Bounds the loop; there are fewer checks. */
const maxChecks = 20

export interface LoginExplanation {
  /** What a login with the right password would be answered. */
  readonly outcome: OutcomeKey
  readonly bindsHwid: boolean
  /** Every rejection that applies, in the order of the checks; the first is the outcome. */
  readonly refusals: readonly OutcomeKey[]
}

/**
 * Explains a login: runs `decideLogin` again and again, each time without the previous rejection. It uses the function
 * of the real login, so the explanation can't disagree with it.
 */
export function explainLogin(facts: LoginFacts): LoginExplanation {
  return explain({ ...facts, isPasswordRight: true }, (asked) => {
    const decision = decideLogin(asked)
    if (decision === 'check_password') throw new Error('the password was given as right')
    return decision
  })
}

/** The same of a sign-in with a license key alone. */
export function explainLicenseLogin(facts: LicenseLoginFacts): LoginExplanation {
  return explain(facts, decideLicenseLogin)
}

type ExplainedFacts = Pick<LoginFacts, 'application' | 'blacklist' | 'clientVersion' | 'user'>

function explain<Facts extends ExplainedFacts>(facts: Facts, decide: (facts: Facts) => LoginDecision) {
  const first = decide(facts)
  const refusals: OutcomeKey[] = []
  let asked: Facts | undefined = facts
  while (asked && refusals.length < maxChecks) {
    const { outcome } = decide(asked)
    if (outcome === 'login_successful') break
    refusals.push(outcome)
    asked = withoutRefusal(outcome, asked)
  }
  return { outcome: first.outcome, bindsHwid: first.binds !== undefined, refusals }
}

/** The same facts without one rejection; undefined where no further check can be asked. */
function withoutRefusal<Facts extends ExplainedFacts>(outcome: OutcomeKey, facts: Facts): Facts | undefined {
  const { user } = facts
  const unblocked = (gone: RemovedIdentity) => ({
    ...facts,
    blacklist: withoutIdentityPart(facts.blacklist, gone),
  })
  const change = (changed: Partial<UserFacts>) => user && { ...facts, user: { ...user, ...changed } }
  switch (outcome) {
    case 'blocked_ip':
      return { ...facts, blacklist: { find: (identity) => facts.blacklist.find({ ...identity, ip: '' }) } }
    case 'blocked_username':
      return unblocked({ usernameKey: undefined })
    case 'blocked_email':
      return unblocked({ emailKey: undefined })
    case 'blocked_hwid':
      return unblocked({ hwidKey: undefined, hardwareKeys: undefined })
    case 'version_mismatch':
      return { ...facts, clientVersion: facts.application.version }
    case 'license_login_closed':
      return { ...facts, application: { ...facts.application, licenseLogin: true } }
    case 'account_banned':
      return change({ isBanned: false })
    case 'account_disabled':
      return change({ isActive: true })
    case 'account_paused':
      return change({ isPaused: false })
    case 'account_expired':
      return change({ expiresAtMs: null })
    case 'license_banned':
    case 'license_paused':
      return user?.license ? change({ license: { ...user.license, hold: null } }) : undefined
    case 'license_inactive':
      return user?.license ? change({ license: { ...user.license, isActive: true } }) : undefined
    case 'license_expired':
      return user?.license ? change({ license: { ...user.license, expiresAtMs: null } }) : undefined
    default:
      return undefined
  }
}

type RemovedIdentity = Partial<Record<Exclude<keyof Identity, 'ip'>, undefined>>

const withoutIdentityPart = (blacklist: BlacklistIndex, gone: RemovedIdentity): BlacklistIndex => ({
  find: (identity) => blacklist.find({ ...identity, ...gone }),
})
