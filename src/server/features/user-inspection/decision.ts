import { loginChecks as checks, type loginChecks } from '../../../shared/contract/user-inspection.ts'
import type { EventName } from '../../../shared/events.ts'
import type { Activity } from '../../store/activity.ts'

/** So many of the last decisions are shown. */
export const decisionsShown = 50

export type LoginCheckName = (typeof loginChecks)[number]

/** Events that a login leads to; the others tell of registrations and sessions. */
export const loginEvents: readonly EventName[] = [
  'user_login',
  'login_failed',
  'account_disabled',
  'account_expired',
  'version_mismatch',
  'hwid_mismatch',
  'login_blocked_ip',
  'login_blocked_username',
  'login_blocked_hwid',
]

export function decisionOf({ id, event, success, code, ipAddress, userAgent, count, createdAt, detail }: Activity) {
  return { id, event, success, code, compared: [...(detail?.compared ?? [])], ipAddress, userAgent, count, createdAt }
}

/** The check that led to a log entry: what was noted with it, else what event and code tell. */
export function checkOf({ event, code, detail, success }: Activity): LoginCheckName | null {
  if (success) return null
  const named = detail?.outcome ?? (event.startsWith('login_blocked_') ? event.replace('login_', '') : code)
  return checks.find((check) => check === named) ?? null
}
