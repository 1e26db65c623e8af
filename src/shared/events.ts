/** The twelve events of the public API (document 2, section 9). */
export const clientEvents = [
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

/** What changes with what was sold; every one of them succeeds. */
export const sellingEvents = [
  'device_released',
  'license_redeemed',
  'order_paid',
  'order_reversed',
  'order_unmatched',
] as const

/** The events that are logged and that webhooks may subscribe to. */
export const eventNames = [...clientEvents, ...sellingEvents] as const

export type EventName = (typeof eventNames)[number]
type SellingEvent = (typeof sellingEvents)[number]

export const isSellingEvent = (event: EventName): event is SellingEvent =>
  (sellingEvents as readonly EventName[]).includes(event)

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
