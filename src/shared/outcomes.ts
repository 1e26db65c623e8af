import type { EventName } from './events.ts'
import { type MessageName, messageDefaults } from './messages.ts'

/** The words by which older clients recognize a refusal, in the order in which they look for them (document 2, 8). */
export const clientHints = {
  version: /version|update/i,
  hardware: /hardware|hwid/i,
  expired: /expired/i,
  disabled: /disabled|paused/i,
  blocked: /blacklisted|blocked/i,
} as const

export type OutcomeGroup = 'Authentication' | 'Security' | 'API' | 'Success'

/** Everything that is to be said about one answer of the public API. One row per reason. */
export interface OutcomeRow {
  /** Stable, never translated or customized. Equals the row's key except where reasons share one. */
  readonly code: string
  readonly status: number
  readonly group: OutcomeGroup
  /** The catalogue's short text, heading of the Error Messages Reference. */
  readonly title: string
  /** What is sent unless a custom message replaces it. */
  readonly message: string
  /** Which of the six custom messages replaces `message`. */
  readonly custom?: MessageName
  /** What login, register, session start and session end log; verify and heartbeat never log. */
  readonly event?: EventName
  readonly meaning: string
  readonly remedy: string
  /** The hint that `message` must match, so that clients which read texts understand it. */
  readonly clientHint?: keyof typeof clientHints
}

const blocked = {
  code: 'access_blocked',
  status: 403,
  group: 'Security',
  title: 'Access blocked',
  message: 'Access blocked',
  remedy: 'Remove the blacklist entry if the person should be let in.',
  clientHint: 'blocked',
} as const

const disabled = {
  status: 403,
  group: 'Authentication',
  title: 'Account is disabled!',
  message: messageDefaults.accountDisabled,
  custom: 'accountDisabled',
  event: 'account_disabled',
  clientHint: 'disabled',
} as const

/** Every answer of the public API: status, code, text and event of a refusal stand here and nowhere else. */
export const outcomes = {
  login_successful: {
    code: 'login_successful',
    status: 200,
    group: 'Success',
    title: 'Login successful!',
    message: messageDefaults.loginSuccess,
    custom: 'loginSuccess',
    event: 'user_login',
    meaning: 'The user may go on.',
    remedy: 'Verify the user, then start a session.',
  },
  user_registered: {
    code: 'user_registered',
    status: 200,
    group: 'Success',
    title: 'User registered successfully',
    message: 'User registered successfully',
    event: 'user_registration',
    meaning: 'The account exists now.',
    remedy: 'Let the user log in.',
  },
  user_verified: {
    code: 'user_verified',
    status: 200,
    group: 'Success',
    title: 'User verified',
    message: 'User verified',
    meaning: 'The user could sign in at this moment.',
    remedy: 'Verify again in five minutes.',
  },
  session_started: {
    code: 'session_started',
    status: 200,
    group: 'Success',
    title: 'Session started',
    message: 'Session started',
    event: 'session_start',
    meaning: 'The session is live.',
    remedy: 'Send a heartbeat every 30 seconds.',
  },
  session_alive: {
    code: 'session_alive',
    status: 200,
    group: 'Success',
    title: 'Session is alive',
    message: 'Session is alive',
    meaning: 'The heartbeat counted and the user may still sign in.',
    remedy: 'Send the next heartbeat in 30 seconds.',
  },
  session_closed: {
    code: 'session_closed',
    status: 200,
    group: 'Success',
    title: 'Session ended',
    message: 'Session ended',
    event: 'session_end',
    meaning: 'The session is over; ending it twice is no error.',
    remedy: 'Show the login form.',
  },
  invalid_credentials: {
    code: 'invalid_credentials',
    status: 401,
    group: 'Authentication',
    title: 'Invalid credentials!',
    message: messageDefaults.loginFailed,
    custom: 'loginFailed',
    event: 'login_failed',
    meaning: 'The username is unknown or the password is wrong; which of the two is never told.',
    remedy: 'Let the user type both again.',
  },
  account_disabled: {
    ...disabled,
    code: 'account_disabled',
    meaning: 'The account is switched to inactive.',
    remedy: 'Switch the user to Active in the dashboard.',
  },
  account_paused: {
    ...disabled,
    code: 'account_paused',
    meaning: 'The account is paused.',
    remedy: 'Resume the user in the dashboard.',
  },
  account_banned: {
    ...disabled,
    code: 'account_banned',
    meaning: 'The account is banned.',
    remedy: 'Unban the user in the dashboard.',
  },
  account_expired: {
    code: 'account_expired',
    status: 403,
    group: 'Authentication',
    title: 'Account has expired!',
    message: messageDefaults.accountExpired,
    custom: 'accountExpired',
    event: 'account_expired',
    meaning: 'The account has reached its expiry.',
    remedy: 'Set a later expiry for the user.',
    clientHint: 'expired',
  },
  license_expired: {
    code: 'license_expired',
    status: 403,
    group: 'Authentication',
    title: 'License has expired!',
    message: 'Your license has expired. Please renew it.',
    event: 'account_expired',
    meaning: 'The license behind the account, or the one to register with, has reached its expiry.',
    remedy: 'Extend the license, or hand out a new one.',
    clientHint: 'expired',
  },
  license_inactive: {
    code: 'license_inactive',
    status: 403,
    group: 'Authentication',
    title: 'License is disabled!',
    message: 'Your license has been disabled. Please contact support.',
    event: 'account_disabled',
    meaning: 'The license is switched to inactive.',
    remedy: 'Switch the license to Active.',
    clientHint: 'disabled',
  },
  license_required: {
    code: 'license_required',
    status: 403,
    group: 'Authentication',
    title: 'License key required',
    message: 'A license key is required to register.',
    meaning: 'The application registers users with a license key only.',
    remedy: 'Send license_key, or set registration to Open.',
  },
  license_not_found: {
    code: 'license_not_found',
    status: 404,
    group: 'Authentication',
    title: 'License key not found',
    message: 'License key not found',
    meaning: 'No license of this application has that key.',
    remedy: 'Let the user type the key again.',
  },
  license_full: {
    code: 'license_full',
    status: 409,
    group: 'Authentication',
    title: 'License key is full',
    message: 'This license key has no free seat.',
    meaning: 'As many users as the license allows are registered with it.',
    remedy: 'Raise Max Users, or delete a user of the license.',
  },
  registration_closed: {
    code: 'registration_closed',
    status: 403,
    group: 'Authentication',
    title: 'Registration is closed',
    message: 'Registration is closed.',
    meaning: 'The application takes no registrations; the maker creates the users.',
    remedy: 'Create the user in the dashboard, or open registration.',
  },
  username_taken: {
    code: 'username_taken',
    status: 409,
    group: 'Authentication',
    title: 'Username is taken',
    message: 'This username is already taken.',
    meaning: 'Another user of the application has this name, in whatever spelling.',
    remedy: 'Let the user choose another name.',
  },
  hwid_mismatch: {
    code: 'hwid_mismatch',
    status: 403,
    group: 'Security',
    title: 'Hardware ID mismatch detected!',
    message: messageDefaults.hwidMismatch,
    custom: 'hwidMismatch',
    event: 'hwid_mismatch',
    meaning: 'The account is locked to another machine, or no usable hardware id was sent.',
    remedy: 'Reset the HWID of the user.',
    clientHint: 'hardware',
  },
  version_mismatch: {
    code: 'version_mismatch',
    status: 403,
    group: 'Security',
    title: 'Please update your application!',
    message: messageDefaults.versionMismatch,
    custom: 'versionMismatch',
    event: 'version_mismatch',
    meaning: "The program's version is older than the application's.",
    remedy: 'Let the user install the current version.',
    clientHint: 'version',
  },
  blocked_ip: { ...blocked, event: 'login_blocked_ip', meaning: 'The IP address is on the blacklist.' },
  blocked_username: { ...blocked, event: 'login_blocked_username', meaning: 'The username is on the blacklist.' },
  blocked_email: { ...blocked, event: 'login_blocked_username', meaning: 'The e-mail address is on the blacklist.' },
  blocked_hwid: { ...blocked, event: 'login_blocked_hwid', meaning: 'The hardware id is on the blacklist.' },
  application_offline: {
    code: 'application_offline',
    status: 403,
    group: 'Security',
    title: 'Application is offline',
    message: 'This application is offline. Please try again later.',
    meaning: 'The application is switched to inactive.',
    remedy: 'Switch the application to Active in its settings.',
  },
  invalid_api_key: {
    code: 'invalid_api_key',
    status: 401,
    group: 'API',
    title: 'Invalid API key',
    message: 'Invalid API key',
    meaning: 'The key is missing or is no API key at all.',
    remedy: 'Send the key of the application in the X-API-Key header.',
  },
  application_not_found: {
    code: 'application_not_found',
    status: 404,
    group: 'API',
    title: 'Application not found',
    message: 'Application not found',
    meaning: 'The key is well formed but belongs to no application.',
    remedy: 'Copy the key from the dashboard again.',
  },
  rate_limited: {
    code: 'rate_limited',
    status: 429,
    group: 'API',
    title: 'Rate limit exceeded',
    message: 'Rate limit exceeded',
    meaning: 'Too many calls in a short time.',
    remedy: 'Wait as many seconds as Retry-After says.',
  },
  invalid_request: {
    code: 'invalid_request',
    status: 400,
    group: 'API',
    title: 'Invalid request',
    message: 'Invalid request',
    meaning: 'The body is no JSON object, or a field is missing or malformed; the text names it.',
    remedy: 'Correct the named field.',
  },
  user_not_found: {
    code: 'user_not_found',
    status: 404,
    group: 'API',
    title: 'User not found',
    message: 'User not found',
    meaning: 'The application has no user with this id.',
    remedy: 'Let the user log in again.',
  },
  session_not_found: {
    code: 'session_not_found',
    status: 404,
    group: 'API',
    title: 'Session not found',
    message: 'Session not found',
    meaning: 'The token belongs to no session of this application or user, or a needed token is missing.',
    remedy: 'Start a session with a fresh token.',
  },
  session_ended: {
    code: 'session_ended',
    status: 410,
    group: 'API',
    title: 'Session has ended',
    message: 'Session has ended',
    meaning: 'The session is over; `reason` tells why: timeout, logout, replaced or ended_by_owner.',
    remedy: 'After a timeout start a session with a fresh token, otherwise log in again.',
  },
  session_token_taken: {
    code: 'session_token_taken',
    status: 409,
    group: 'API',
    title: 'Session token is taken',
    message: 'Session token is already in use.',
    meaning: 'The token was used before in this application.',
    remedy: 'Start the session with a fresh random token.',
  },
  session_limit_reached: {
    code: 'session_limit_reached',
    status: 409,
    group: 'API',
    title: 'Too many sessions',
    message: 'This account is in use on as many devices as allowed.',
    meaning: 'The user has as many live sessions as the application allows.',
    remedy: 'End a session elsewhere, or raise the limit.',
  },
  not_found: {
    code: 'not_found',
    status: 404,
    group: 'API',
    title: 'Not found',
    message: 'Not found',
    meaning: 'There is no such call.',
    remedy: 'Compare path and method with the documentation.',
  },
  payload_too_large: {
    code: 'payload_too_large',
    status: 413,
    group: 'API',
    title: 'Body too large',
    message: 'Request body is too large',
    meaning: 'The body is larger than 16 KiB.',
    remedy: 'Send only the documented fields.',
  },
  unsupported_media_type: {
    code: 'unsupported_media_type',
    status: 415,
    group: 'API',
    title: 'Unsupported media type',
    message: 'Content-Type must be application/json',
    meaning: 'The body is not declared as JSON in UTF-8.',
    remedy: 'Send Content-Type: application/json.',
  },
  internal_error: {
    code: 'internal_error',
    status: 500,
    group: 'API',
    title: 'Internal error',
    message: 'Internal error',
    meaning: 'The server met a fault of its own; the log has it under the request id.',
    remedy: 'Try again later; tell the operator the request id.',
  },
  unavailable: {
    code: 'unavailable',
    status: 503,
    group: 'API',
    title: 'Service unavailable',
    message: 'Service is busy. Please try again shortly.',
    meaning: 'The server is overloaded, stopping, or its database is away.',
    remedy: 'Wait as many seconds as Retry-After says.',
  },
} as const satisfies Record<string, OutcomeRow>

/** Name of one outcome, as the deciders return it. */
export type OutcomeKey = keyof typeof outcomes
export type OutcomeCode = (typeof outcomes)[OutcomeKey]['code']

/** The row of an outcome, with every optional column. */
export function outcomeRow(key: OutcomeKey): OutcomeRow & { readonly code: OutcomeCode } {
  return outcomes[key]
}

/** Every code once, for the contract's enumeration. */
export const outcomeCodes = [...new Set(Object.values(outcomes).map((row) => row.code))] as [OutcomeCode, ...OutcomeCode[]]
