import type { EventName } from '../../../shared/events.ts'

/** The outcomes of a login: success, or one of eight rejections. */
export const signInEvents = [
  'user_login',
  'login_failed',
  'hwid_mismatch',
  'account_expired',
  'account_disabled',
  'version_mismatch',
  'login_blocked_ip',
  'login_blocked_username',
  'login_blocked_hwid',
] as const satisfies readonly EventName[]
export type SignInEvent = (typeof signInEvents)[number]
