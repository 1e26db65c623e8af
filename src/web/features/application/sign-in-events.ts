import type { EventName } from '../../../shared/events.ts'

/** What a login can end in: let in, or refused for one of eight reasons. */
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
