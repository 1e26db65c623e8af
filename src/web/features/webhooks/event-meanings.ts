import type { EventName } from '../../../shared/events.ts'

/** When an event is sent. */
export const eventMeanings: Readonly<Record<EventName, string>> = {
  user_login: 'A user logged in.',
  login_failed: 'Unknown username or wrong password.',
  user_registration: 'A user registered.',
  account_disabled: 'Rejected: disabled, paused or banned.',
  account_expired: 'Rejected: the user or their license has expired.',
  version_mismatch: 'Rejected: the version is outdated.',
  hwid_mismatch: 'Rejected: not the bound device.',
  login_blocked_ip: 'Rejected: the IP address is on the blacklist.',
  login_blocked_username: 'Rejected: the username or email is on the blacklist.',
  login_blocked_hwid: 'Rejected: the hardware ID is on the blacklist.',
  session_start: 'A session started.',
  session_end: 'A session ended.',
}
