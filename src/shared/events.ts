/** The twelve events that are logged and that webhooks may subscribe to (document 2, section 9). */
export const eventNames = [
  'user_login',
  'login_failed',
  'user_registration',
  'account_disabled',
  'account_expired',
  'version_mismatch',
  'hwid_mismatch',
  'login_blocked_ip',
  'login_blocked_username',
  'login_blocked_hwid',
  'session_start',
  'session_end',
] as const

export type EventName = (typeof eventNames)[number]

/** The events that a login can end in: success, or one of eight rejections. */
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
