import type { EventName } from '../../../shared/events.ts'

/** When an event is sent. */
export const eventMeanings: Readonly<Record<EventName, string>> = {
  user_login: 'A user signed in.',
  login_failed: 'Unknown name or wrong password.',
  user_registration: 'A user registered.',
  account_disabled: 'Refused: disabled, paused or banned.',
  account_expired: 'Refused: the account or its license has expired.',
  version_mismatch: 'Refused: the program is too old.',
  hwid_mismatch: 'Refused: another machine than the bound one.',
  login_blocked_ip: 'Refused: the address is on the blacklist.',
  login_blocked_username: 'Refused: the name or e-mail is on the blacklist.',
  login_blocked_hwid: 'Refused: the hardware id is on the blacklist.',
  session_start: 'A session began.',
  session_end: 'A session ended.',
  device_released: 'A device of a user was released.',
}
