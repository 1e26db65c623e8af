import type { EventName } from '../../src/shared/events.ts'
import type { OutcomeKey } from '../../src/shared/outcomes.ts'

interface Expected {
  readonly status: number
  readonly code: string
  readonly message: string
  /** What login, register, session start and session end log. */
  readonly event?: EventName
}

const disabled = {
  status: 403,
  message: 'Your account has been disabled. Please contact support.',
  event: 'account_disabled',
} as const
const blocked = { status: 403, code: 'access_blocked', message: 'Access blocked' } as const

/**
 * What the specification says of each outcome, written down a second time by hand: the scenarios compare with this, not
 * with the table that the server itself answers from.
 */
export const expectedOutcomes: Readonly<Record<OutcomeKey, Expected>> = {
  invalid_credentials: {
    status: 401,
    code: 'invalid_credentials',
    message: 'Invalid username or password. Please try again.',
    event: 'login_failed',
  },
  account_disabled: { ...disabled, code: 'account_disabled' },
  account_paused: { ...disabled, code: 'account_paused' },
  account_banned: { ...disabled, code: 'account_banned' },
  account_expired: {
    status: 403,
    code: 'account_expired',
    message: 'Your account has expired. Please renew your subscription.',
    event: 'account_expired',
  },
  license_expired: {
    status: 403,
    code: 'license_expired',
    message: 'Your license has expired. Please renew it.',
    event: 'account_expired',
  },
  license_inactive: {
    status: 403,
    code: 'license_inactive',
    message: 'Your license has been disabled. Please contact support.',
    event: 'account_disabled',
  },
  license_login_closed: {
    status: 403,
    code: 'license_login_closed',
    message: 'Login with a license key alone is closed.',
  },
  license_banned: {
    status: 403,
    code: 'license_banned',
    message: 'Your license has been disabled. Please contact support.',
    event: 'account_disabled',
  },
  license_paused: {
    status: 403,
    code: 'license_paused',
    message: 'Your license is paused. Please contact support.',
    event: 'account_disabled',
  },
  license_required: { status: 403, code: 'license_required', message: 'A license key is required to register.' },
  license_not_found: { status: 404, code: 'license_not_found', message: 'License key not found' },
  license_full: { status: 409, code: 'license_full', message: 'This license key has no free seat.' },
  license_used: { status: 409, code: 'license_used', message: 'This license key has already been used.' },
  license_not_redeemable: {
    status: 409,
    code: 'license_not_redeemable',
    message: "This license key can't renew your license.",
  },
  already_unlimited: {
    status: 409,
    code: 'already_unlimited',
    message: 'Your account has no end, so this license key would add nothing.',
  },
  license_redeemed: {
    status: 200,
    code: 'license_redeemed',
    message: 'License key redeemed',
    event: 'license_redeemed',
  },
  registration_closed: { status: 403, code: 'registration_closed', message: 'Registration is closed.' },
  username_taken: { status: 409, code: 'username_taken', message: 'This username is already taken.' },
  hwid_mismatch: {
    status: 403,
    code: 'hwid_mismatch',
    message: 'Hardware ID mismatch detected. Please contact support for assistance.',
    event: 'hwid_mismatch',
  },
  device_limit_reached: {
    status: 403,
    code: 'device_limit_reached',
    message: 'Hardware ID mismatch detected. Please contact support for assistance.',
    event: 'hwid_mismatch',
  },
  version_mismatch: {
    status: 403,
    code: 'version_mismatch',
    message: 'Your application version is outdated. Please update to continue.',
    event: 'version_mismatch',
  },
  blocked_ip: { ...blocked, event: 'login_blocked_ip' },
  blocked_username: { ...blocked, event: 'login_blocked_username' },
  blocked_email: { ...blocked, event: 'login_blocked_username' },
  blocked_hwid: { ...blocked, event: 'login_blocked_hwid' },
  application_offline: {
    status: 403,
    code: 'application_offline',
    message: 'This application is offline. Please try again later.',
  },
  invalid_api_key: { status: 401, code: 'invalid_api_key', message: 'Invalid API key' },
  application_not_found: { status: 404, code: 'application_not_found', message: 'Application not found' },
  rate_limited: { status: 429, code: 'rate_limited', message: 'Rate limit exceeded' },
  invalid_request: { status: 400, code: 'invalid_request', message: 'Invalid request' },
  user_not_found: { status: 404, code: 'user_not_found', message: 'User not found' },
  session_not_found: { status: 404, code: 'session_not_found', message: 'Session not found' },
  session_ended: { status: 410, code: 'session_ended', message: 'Session has ended' },
  session_token_taken: { status: 409, code: 'session_token_taken', message: 'Session token is already in use.' },
  session_limit_reached: {
    status: 409,
    code: 'session_limit_reached',
    message: 'This account is in use on as many devices as allowed.',
  },
  not_found: { status: 404, code: 'not_found', message: 'Not found' },
  payload_too_large: { status: 413, code: 'payload_too_large', message: 'Request body is too large' },
  unsupported_media_type: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'Content-Type must be application/json',
  },
  internal_error: { status: 500, code: 'internal_error', message: 'Internal error' },
  unavailable: { status: 503, code: 'unavailable', message: 'Service is busy. Please try again shortly.' },
  login_successful: {
    status: 200,
    code: 'login_successful',
    message: 'Login successful! Welcome back.',
    event: 'user_login',
  },
  user_registered: {
    status: 200,
    code: 'user_registered',
    message: 'User registered successfully',
    event: 'user_registration',
  },
  user_verified: { status: 200, code: 'user_verified', message: 'User verified' },
  session_started: { status: 200, code: 'session_started', message: 'Session started', event: 'session_start' },
  session_alive: { status: 200, code: 'session_alive', message: 'Session is alive' },
  session_closed: { status: 200, code: 'session_closed', message: 'Session ended', event: 'session_end' },
}
