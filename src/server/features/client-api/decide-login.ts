import type { OutcomeKey } from '../../../shared/outcomes.ts'
import type { UserFacts } from '../../store/hot-store.ts'
import type { BlacklistIndex } from './blacklist-index.ts'
import { decideAccess } from './decide-access.ts'
import { decideHwid } from './decide-hwid.ts'
import { isOutdated } from './version.ts'

export interface LoginFacts {
  readonly application: {
    readonly version: string
    readonly isVersionRequired: boolean
    readonly hwidLockEnabled: boolean
  }
  readonly blacklist: BlacklistIndex
  readonly ip: string
  readonly usernameKey: string
  readonly clientVersion: string | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  readonly isHwidWorthless: boolean
  /** The user of that name, if there is one. */
  readonly user: UserFacts | undefined
  /** Undefined until somebody has looked: hashing is dear, so it is done only when nothing refuses before. */
  readonly isPasswordRight: boolean | undefined
  readonly nowMs: number
}

export interface LoginDecision {
  readonly outcome: OutcomeKey
  /** The hardware id is to be bound to the user now. */
  readonly bindsHwid?: true
}

/**
 * Decides a login; the order of the lines is the precedence of the answers. `check_password` asks for the password to
 * be verified and the question to be put again. What is wrong with an account is told only to who knows its password.
 */
export function decideLogin(facts: LoginFacts): LoginDecision | 'check_password' {
  const { application, blacklist, user, nowMs } = facts
  const block = blacklist.find(facts)
  if (block) return { outcome: block }
  if (isVersionRefused(application, facts.clientVersion)) return { outcome: 'version_mismatch' }
  if (facts.isPasswordRight === undefined) return 'check_password'
  if (!user || !facts.isPasswordRight) return { outcome: 'invalid_credentials' }
  const refusal = decideAccess({ user, blacklist, ip: facts.ip, hwidKey: facts.hwidKey, nowMs })
  if (refusal) return { outcome: refusal }
  const hwid = decideHwid({
    isChecked: application.hwidLockEnabled,
    isLocked: user.isHwidLocked,
    boundHwid: user.hwid,
    sentHwid: facts.hwid,
    isWorthless: facts.isHwidWorthless,
  })
  if (hwid === 'mismatch') return { outcome: 'hwid_mismatch' }
  if (hwid === 'bind') return { outcome: 'login_successful', bindsHwid: true }
  return { outcome: 'login_successful' }
}

/** An older program is refused; one that sends no version (the older form) only where the application demands it. */
export function isVersionRefused(
  application: { readonly version: string; readonly isVersionRequired: boolean },
  clientVersion: string | undefined,
): boolean {
  if (clientVersion === undefined) return application.isVersionRequired
  return isOutdated(clientVersion, application.version)
}
