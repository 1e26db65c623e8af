import type { EventName } from '../../../shared/events.ts'
import * as texts from '../../texts/webhooks.ts'

/** When an event is sent. */
export const eventMeanings: Readonly<Record<EventName, string>> = {
  user_login: texts.aUserLoggedIn,
  login_failed: texts.unknownUsernameOrWrong,
  user_registration: texts.aUserRegistered,
  account_disabled: texts.rejectedDisabledPausedOr,
  account_expired: texts.rejectedTheUserOr,
  version_mismatch: texts.rejectedTheVersionIs,
  hwid_mismatch: texts.rejectedNotTheBound,
  login_blocked_ip: texts.rejectedTheIpAddress,
  login_blocked_username: texts.rejectedTheUsernameOr,
  login_blocked_hwid: texts.rejectedTheHardwareId,
  session_start: texts.aSessionStarted,
  session_end: texts.aSessionEnded,
  device_released: texts.aDeviceOfA,
  license_redeemed: texts.aUserRedeemedA,
  order_paid: texts.anOrderWasPaid,
  order_reversed: texts.anOrderWasReversed,
  order_unmatched: texts.anOrderNamesA,
}
