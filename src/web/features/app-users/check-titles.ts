import type { LoginCheck } from './use-login-check.ts'

type CheckName = LoginCheck['checks'][number]['check']

/** What holds where a check is passed. */
export const passedTitles: Readonly<Record<CheckName, string>> = {
  application_offline: 'The application is online.',
  rate_limited: 'There were not too many attempts.',
  blocked_ip: 'The IP address is not on the blacklist.',
  blocked_username: 'The username is not on the blacklist.',
  blocked_hwid: 'The hardware id is not on the blacklist.',
  version_mismatch: 'The program is recent enough.',
  invalid_credentials: 'The user exists. The password is taken to be right.',
  blocked_email: 'The e-mail address is not on the blacklist.',
  account_banned: 'The account is not banned.',
  account_disabled: 'The account is active.',
  account_paused: 'The account is not paused.',
  account_expired: 'The account has not expired.',
  license_inactive: 'No inactive license is in the way.',
  license_expired: 'No expired license is in the way.',
  hwid_mismatch: 'The machine may be used.',
}
