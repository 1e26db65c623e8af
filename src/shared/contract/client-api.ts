import { z } from 'zod'
import { accessRefusals } from '../access-refusals.ts'
import {
  type ComponentName,
  componentNames,
  deviceNameMaxLength,
  hwidMaxLength,
  passwordMaxBytes,
  sessionTokenPattern,
  usernameMaxLength,
} from '../constants.ts'
import { type OutcomeCode, outcomeCodes } from '../outcomes.ts'
import { Features } from './features.ts'
import { Email, Line, Secret, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** White space counts as blank, because empty form fields are often sent that way. */
const Blank = z.string().regex(/^\s*$/)

/**
 * Absent, null and blank are the same to the public API. The schema comes first in the union and rejects blank itself:
 * a union option that fails builds its error, a cost that nearly every request would pay.
 */
const blankable = <S extends z.ZodType>(schema: S) =>
  z.union([schema, Blank.transform(() => undefined), z.null().transform(() => undefined)]).optional()

const Filled = (max: number) => Line(max).min(1)

const Username = Line(usernameMaxLength).min(1, 'is required')
const Password = Secret(1, passwordMaxBytes)
const Hwid = blankable(Filled(hwidMaxLength))
/** What a person calls the device: stored when the hardware ID is bound. */
const DeviceName = blankable(Filled(deviceNameMaxLength))
const Component = blankable(z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits, in lower case'))
/**
 * Salted hashes of what the computer is made of: stored with the device, so that it is recognized after a part has changed,
 * as far as the application allows (`hwidTolerance`).
 */
export const HardwareComponents = z.object(
  Object.fromEntries(componentNames.map((name) => [name, Component])) as Record<ComponentName, typeof Component>,
)
const HwidComponents = blankable(HardwareComponents)
const ClientVersion = blankable(Filled(64))
const UserId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const SessionToken = z.string().regex(sessionTokenPattern, 'must be sess_ + 32 letters or digits + _ + Unix time')

/** Fields of every response of the public API. */
const answer = {
  /** For people; the developer can change six of them. */
  message: z.string(),
  /** Identifies this request in the server's log. */
  request_id: z.string(),
}

/** A success, with the codes that it can have. */
const done = <const C extends readonly [OutcomeCode, ...OutcomeCode[]]>(...codes: C) => ({
  success: z.literal(true),
  /** Stable, for programs. */
  code: z.enum(codes),
  ...answer,
})

/**
 * Offline lease, a JWT (RS256): a client that can't reach the server may continue until it expires. Only in signed
 * responses, if the developer issues leases; with a verify only in a live session that began within 60 s of a login of
 * the same user, IP address and device.
 */
const Lease = z.string().optional()

/**
 * What the user has bought: the application's features, over them the license's, over them the user's own. Absent when
 * there are none. Only in signed responses, since an unsigned one could be forged; with a verify as a lease is.
 */
const SignedFeatures = Features.optional()

/**
 * Until when the user has access although `expires_at` has passed. Absent for everybody else; with a verify only in a
 * session that a login backs.
 */
const GraceUntil = z.string().optional()

/**
 * The newest form of leases that the client reads; from 2 on they hold the features, and whether the client may start
 * without the server (`off`); from 3 on until when a user in grace
 * has access. Absent: 1.
 */
const LeaseVersion = blankable(z.int().min(1).max(99))

const userFields = {
  user_id: z.int(),
  username: z.string(),
  email: z.string().nullable(),
  /** The earlier of the user's own expiry and the license's; null means never. */
  expires_at: z.string().nullable(),
  /** The account is bound to a hardware ID and the application checks it. */
  hwid_locked: z.boolean(),
}

const LoggedIn = z.object({
  ...done('login_successful'),
  ...userFields,
  grace_until: GraceUntil,
  lease: Lease,
  features: SignedFeatures,
})

/** The body of every refusal, whatever its status. */
export const Refusal = z.object({
  success: z.literal(false),
  /** Stable, for programs. */
  code: z.enum(outcomeCodes),
  ...answer,
  /** Why the session ended, with `session_ended`. */
  reason: z.enum(['timeout', 'logout', 'replaced', 'ended_by_owner']).optional(),
  /** Where the current version is, with `version_mismatch`. */
  download_url: z.string().optional(),
  /**
   * Where the user can release a device, if the application has a portal; with `hwid_mismatch` and
   * `device_limit_reached` of a login, and `license_full` of a further machine of a license key.
   */
  portal_url: z.string().optional(),
})

const Login = z.object({
  username: Username,
  password: Password,
  version: ClientVersion,
  hwid: Hwid,
  device_name: DeviceName,
  hwid_components: HwidComponents,
  lease_version: LeaseVersion,
})

const Register = z.object({
  username: Username,
  password: Password,
  email: blankable(Email),
  license_key: blankable(Filled(128)),
  version: ClientVersion,
  hwid: Hwid,
  device_name: DeviceName,
  hwid_components: HwidComponents,
  /** Older form: can only shorten what the developer allows. */
  expiresAt: blankable(Time),
})

const LicenseLogin = z.object({
  license_key: Filled(128),
  version: ClientVersion,
  hwid: Hwid,
  device_name: DeviceName,
  hwid_components: HwidComponents,
  lease_version: LeaseVersion,
  /** Begins a session with this token. */
  session_token: blankable(SessionToken),
  /** Begins a session whose token the server generates. */
  session: blankable(z.boolean()),
})

/** Needs either name and password, or the token of a live session that began with a login. */
const Redeem = z.object({
  license_key: Filled(128),
  username: blankable(Username),
  password: blankable(Password),
  session_token: blankable(SessionToken),
  version: ClientVersion,
  hwid: Hwid,
  device_name: DeviceName,
  hwid_components: HwidComponents,
  lease_version: LeaseVersion,
})

const Verify = z.object({
  user_id: UserId,
  /** Checked if sent. Strict applications require one that began with a login, as a lease does. */
  session_token: blankable(SessionToken),
  /** If the hardware lock applies, it must be the bound ID; a verify does not bind. */
  hwid: Hwid,
  lease_version: LeaseVersion,
})

const Track = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('start'),
    user_id: UserId,
    /** Absent: the server generates one. */
    session_token: blankable(SessionToken),
    /** If the hardware lock applies, it must be the bound ID; a start does not bind. */
    hwid: Hwid,
  }),
  z.object({ action: z.literal('heartbeat'), session_token: SessionToken }),
  z.object({ action: z.literal('end'), session_token: SessionToken }),
])

/** Why somebody known has no access, whatever the call. */
const noAccess = ['access_blocked', ...accessRefusals, 'hwid_mismatch'] as const

const refusedLogin = ['invalid_credentials', 'version_mismatch', 'device_limit_reached', ...noAccess] as const

const login = {
  auth: 'api-key',
  summary: 'Log a user in',
  body: Login,
  refuses: refusedLogin,
  reply: LoggedIn,
} as const

const register = {
  auth: 'api-key',
  summary: 'Register a user, with a license key if the application requires one',
  body: Register,
  refuses: [
    'registration_closed',
    'username_taken',
    'license_required',
    'license_not_found',
    'license_full',
    'license_used',
    'version_mismatch',
    'device_limit_reached',
    ...noAccess,
  ],
  reply: z.object({ ...done('user_registered'), ...userFields }),
} as const

/** The public API. `POST /api/auth/login` also logs in users, if the request carries an API key. */
export const clientRoutes = {
  'POST /api/v1/login': { name: 'login', ...login },
  'POST /api/v1/register': { name: 'register', ...register },
  'POST /api/auth/register': { name: 'registerOnOlderPath', ...register },
  'POST /api/v1/license': {
    name: 'loginWithLicense',
    refuses: [
      'license_login_closed',
      'license_not_found',
      'license_full',
      'license_used',
      'session_token_taken',
      'session_limit_reached',
      ...refusedLogin,
    ],
    auth: 'api-key',
    summary: 'Log in with a license key alone, where the application allows it',
    body: LicenseLogin,
    reply: LoggedIn.extend({ session_token: z.string().optional() }),
  },
  'POST /api/v1/redeem': {
    name: 'redeemLicense',
    refuses: [
      'license_not_found',
      'license_full',
      'license_used',
      'license_not_redeemable',
      'already_unlimited',
      'session_not_found',
      'session_ended',
      'user_not_found',
      ...refusedLogin,
    ],
    auth: 'api-key',
    summary: 'Redeem a license key: extends the access of a user',
    body: Redeem,
    reply: LoggedIn.extend({
      ...done('license_redeemed'),
      /** The days that the key gave, rounded up. */
      added_days: z.int(),
    }),
  },
  'POST /api/v1/verify': {
    name: 'verify',
    refuses: ['user_not_found', 'session_not_found', 'session_ended', ...noAccess],
    auth: 'api-key',
    summary: 'Check that a user still has access',
    body: Verify,
    reply: z.object({ ...done('user_verified'), grace_until: GraceUntil, lease: Lease, features: SignedFeatures }),
  },
  'POST /api/v1/session/track': {
    name: 'trackSession',
    refuses: [
      'user_not_found',
      'session_not_found',
      'session_ended',
      'session_token_taken',
      'session_limit_reached',
      ...noAccess,
    ],
    auth: 'api-key',
    summary: 'Start a session on the device that the login bound, keep it alive, or end it',
    body: Track,
    reply: z.object({
      ...done('session_started', 'session_alive', 'session_closed'),
      session_token: z.string(),
    }),
  },
} satisfies Routes
