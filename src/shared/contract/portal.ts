import { z } from 'zod'
import { accessRefusals } from '../access-refusals.ts'
import { passwordMaxBytes, usernameMaxLength } from '../constants.ts'
import { portalKeyModes } from './applications.ts'
import { Features } from './features.ts'
import { Done, Email, Line, Secret, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** What no portal can be called is answered as an unknown one. */
const BySlug = z.strictObject({ slug: z.string().max(100) })
const LicenseKey = Line(128).min(1, 'is required')
const Username = Line(usernameMaxLength).min(1, 'is required')
const Code = z.string().regex(/^\d{8}$/, 'must be 8 digits')
const Password = Secret(1, passwordMaxBytes)

/** What refuses every sign-in of somebody known. */
const noAccess = ['application_offline', 'access_blocked', ...accessRefusals] as const

const SignedIn = z.object({
  /** `view`: nothing can be changed. */
  access: z.enum(['view', 'manage']),
})

const open = { auth: 'none', params: BySlug } as const
const signedIn = { auth: 'portal', params: BySlug } as const

/**
 * The portal in which the customers of an application manage their own access. Which application a call is about stands
 * in the address; a session of another one is none.
 */
export const portalRoutes = {
  'GET /api/portal/:slug': {
    ...open,
    name: 'getPortal',
    summary: 'How a portal presents itself, and the ways into it',
    refuses: ['portal_not_found'],
    reply: z.object({
      name: z.string(),
      /** Path of the logo; null: none. */
      logo: z.string().nullable(),
      /** Such as `#3f63d8`; null: none. */
      color: z.string().nullable(),
      support_url: z.string().nullable(),
      welcome: z.string().nullable(),
      /** What a license key alone opens. */
      key_only: z.enum(portalKeyModes),
      /** Codes and license keys can be sent by email. */
      sends_mail: z.boolean(),
      /** The caller is signed in to this portal. */
      is_signed_in: z.boolean(),
    }),
  },
  'POST /api/portal/:slug/sign-in': {
    ...open,
    name: 'signInToPortal',
    summary: 'Sign in with username and password, or with a license key where the application allows it',
    refuses: [
      'portal_not_found',
      'invalid_credentials',
      'license_not_found',
      'license_login_closed',
      'code_invalid',
      ...noAccess,
    ],
    /** Either username and password, or a license key. */
    body: z.strictObject({
      username: Username.optional(),
      password: Password.optional(),
      license_key: LicenseKey.optional(),
      /** From `POST code`; without it the key opens what `key_only` says. */
      code: Code.optional(),
    }),
    reply: SignedIn,
  },
  'POST /api/portal/:slug/code': {
    ...open,
    name: 'requestPortalCode',
    summary: 'Send a code to the address that a license key was bought with; the answer is the same for every key',
    refuses: ['portal_not_found', 'mail_not_configured'],
    body: z.strictObject({ license_key: LicenseKey }),
    reply: Done,
  },
  'POST /api/portal/:slug/forgot': {
    ...open,
    name: 'requestPasswordCode',
    summary: "Send a code for a new password to a user's address; the answer is the same for every name",
    refuses: ['portal_not_found', 'mail_not_configured'],
    body: z.strictObject({
      username: Username,
      /** For users who came from a service that stores a hash of the address: the one they used there. */
      email: Email.optional(),
    }),
    reply: Done,
  },
  'POST /api/portal/:slug/reset': {
    ...open,
    name: 'resetCustomerPassword',
    summary: 'Set a new password with a code; everything that is signed in ends',
    refuses: ['portal_not_found', 'code_invalid'],
    body: z.strictObject({ username: Username, code: Code, new_password: Password }),
    reply: Done,
  },
  'POST /api/portal/:slug/set-password': {
    ...open,
    name: 'setCustomerPassword',
    summary: 'Set a password with the link that the developer made; everything that is signed in ends',
    refuses: ['portal_not_found', 'reset_link_invalid'],
    body: z.strictObject({
      /** What stands behind the # of the link. */
      token: Line(100).min(1, 'is required'),
      new_password: Password,
    }),
    reply: Done,
  },
  'POST /api/portal/:slug/first-password': {
    ...open,
    name: 'setFirstPassword',
    summary: 'Set the password of a user who was imported without one, with the license key they use',
    refuses: ['portal_not_found', 'first_password_refused'],
    body: z.strictObject({ username: Username, license_key: LicenseKey, new_password: Password }),
    reply: Done,
  },
  'POST /api/portal/:slug/recover-key': {
    ...open,
    name: 'recoverLicenseKeys',
    summary: 'Send the license keys of a buyer to the address they were bought with; the answer is always the same',
    refuses: ['portal_not_found', 'mail_not_configured'],
    body: z.strictObject({ email: Email }),
    reply: Done,
  },
  'POST /api/portal/:slug/order': {
    ...open,
    name: 'showOrderKeys',
    summary: 'License keys of an order of the last 24 hours, for buyers of shops that show them',
    refuses: ['portal_not_found', 'order_not_found'],
    body: z.strictObject({
      /** The shop's ID of the order; only one that holds 20 random characters opens anything. */
      ref: Line(200).min(1, 'is required'),
    }),
    reply: z.object({
      keys: z.array(z.string()),
      /** From then on the keys are not shown here. */
      shown_until: Time,
      /** A test order, whose keys work for one day. */
      is_test: z.boolean(),
    }),
  },
  'POST /api/portal/:slug/sign-out': {
    ...open,
    name: 'signOutOfPortal',
    summary: 'End the session of this browser',
    refuses: ['portal_not_found'],
    reply: Done,
  },
  'GET /api/portal/:slug/me': {
    ...signedIn,
    name: 'getCustomer',
    summary: 'What the customer has: state, end, seats and features',
    reply: z.object({
      /** null: a license key that nobody has used yet. */
      username: z.string().nullable(),
      email: z.string().nullable(),
      access: z.enum(['view', 'manage']),
      /** Signed in with a license key, so there is no password. */
      is_key: z.boolean(),
      /** `claim` gives the license key a name and a password. */
      can_claim: z.boolean(),
      /** `email` can send a code. */
      can_prove_email: z.boolean(),
      /** `active`, `grace`, or why a program would not be let in now. */
      state: z.enum(['active', 'grace', 'access_blocked', ...accessRefusals]),
      /** The developer's own text where there is one; null while active. */
      message: z.string().nullable(),
      /** null: never. */
      ends_at: Time.nullable(),
      /** Rounded up; 0 after the end, null: never ends. */
      days_left: z.int().nullable(),
      /** Until when access goes on although it has ended. */
      grace_until: Time.nullable(),
      /** Of the license; null: without one. */
      seats: z.object({ used: z.int(), max: z.int() }).nullable(),
      features: Features,
    }),
  },
  'GET /api/portal/:slug/devices': {
    ...signedIn,
    name: 'listCustomerDevices',
    summary: 'The devices that the customer is bound to',
    reply: z.object({
      limit: z.int(),
      /** When a device can be released; null: never here. */
      next_release_at: Time.nullable(),
      /** One can be released now. */
      can_release: z.boolean(),
      devices: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable(),
          /** The beginning of its hardware ID. */
          hwid: z.string(),
          bound_at: Time.nullable(),
          last_seen_at: Time.nullable(),
          /** IP address; null where only the license key was sent. */
          address: z.string().nullable(),
          /** It can't be released before: until then an offline file of it works. null: it has none. */
          offline_until: Time.nullable(),
        }),
      ),
    }),
  },
  'DELETE /api/portal/:slug/devices/:deviceId': {
    ...signedIn,
    name: 'releaseCustomerDevice',
    summary: 'Release a device and end its sessions; once in the number of days that the application says',
    refuses: ['portal_view_only', 'release_too_soon', 'device_offline', 'key_unused'],
    params: BySlug.extend({ deviceId: z.string().max(64) }),
    reply: Done,
  },
  'GET /api/portal/:slug/sessions': {
    ...signedIn,
    name: 'listCustomerSessions',
    summary: 'Programs that run with this access, and browsers that are signed in to the portal',
    reply: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['program', 'browser']),
        /** This browser. */
        is_current: z.boolean(),
        /** The beginning of the hardware ID, or the name of a browser. */
        label: z.string(),
        /** IP address; null where only the license key was sent. */
        address: z.string().nullable(),
        started_at: Time,
        last_seen_at: Time,
      }),
    ),
  },
  'DELETE /api/portal/:slug/sessions/:sessionId': {
    ...signedIn,
    name: 'endCustomerSession',
    summary: 'End a session of a program or of a browser',
    refuses: ['portal_view_only'],
    params: BySlug.extend({ sessionId: z.string().max(32) }),
    reply: Done,
  },
  'POST /api/portal/:slug/password': {
    ...signedIn,
    name: 'changeCustomerPassword',
    summary: 'Change the password; every other session ends',
    refuses: ['portal_view_only', 'key_without_password'],
    body: z.strictObject({ old_password: Password, new_password: Password }),
    reply: Done,
  },
  'POST /api/portal/:slug/email': {
    ...signedIn,
    name: 'changeCustomerEmail',
    summary: 'Send a code to a new email address; sent again with the code, the address is changed',
    refuses: ['portal_view_only', 'key_unused', 'mail_not_configured', 'code_invalid'],
    body: z.strictObject({ email: Email, code: Code.optional() }),
    reply: Done,
  },
  'POST /api/portal/:slug/claim': {
    ...signedIn,
    name: 'claimAccount',
    summary: 'Give a license key a username and a password; from then on only these sign in',
    refuses: ['portal_view_only', 'key_unused', 'username_taken'],
    body: z.strictObject({ username: Username, password: Password }),
    reply: Done,
  },
  'POST /api/portal/:slug/redeem': {
    ...signedIn,
    name: 'redeemInPortal',
    summary: 'Redeem a license key: extends the access of the customer',
    refuses: [
      'portal_view_only',
      'key_unused',
      'license_not_found',
      'license_full',
      'license_used',
      'license_not_redeemable',
      'already_unlimited',
      'user_not_found',
      ...noAccess,
      'invalid_credentials',
    ],
    body: z.strictObject({ license_key: LicenseKey }),
    reply: z.object({
      /** The days that the key gave, rounded up. */
      added_days: z.int(),
      /** null: never. */
      expires_at: z.string().nullable(),
    }),
  },
} satisfies Routes
