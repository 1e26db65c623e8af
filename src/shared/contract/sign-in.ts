import { z } from 'zod'
import { permissions, roles } from '../permissions.ts'
import { FactorCode, PasskeyOptions, PasskeyResponse } from './factor-fields.ts'
import { Done, Email, Line, NewPassword, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** What every view of a dashboard account begins with. */
export const accountFields = {
  id: z.int(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions)),
  /** Role and permissions again, in the shape that the specification's screens read. */
  userPermissions: z.object({ role: z.enum(roles), permissions: z.array(z.enum(permissions)) }),
}

/** The signed-in dashboard user (document 1, section 3). */
export const CurrentUser = z.object({
  ...accountFields,
  createdAt: Time,
  lastLogin: Time.nullable(),
  /** In which dates are shown and typed; null: the browser's. */
  timeZone: z.string().nullable(),
})

/** The user who is now signed in. */
export const SignedIn = z.object({
  user: CurrentUser,
  /** Base64 of the server's half of the remember key; only with `remember`. */
  rememberShare: z.string().optional(),
})

/** The password was correct, and the account has a second factor. */
export const SecondFactorNeeded = z.object({
  secondFactor: z.object({
    /** Sent with the code to `POST /api/auth/second-factor`; valid for one use and some minutes. */
    ticket: z.string(),
    hasTotp: z.boolean(),
    hasPasskey: z.boolean(),
  }),
})

const Ticket = Line(128).min(1)

export const signInRoutes = {
  'POST /api/setup': {
    name: 'createFirstOwner',
    refuses: ['setup_link_invalid'],
    auth: 'none',
    summary: 'Create the first owner with the one-time token printed by the server, and sign in',
    body: z.strictObject({ token: Line(128), email: Email, password: NewPassword }),
    reply: CurrentUser,
  },
  'POST /api/auth/login': {
    name: 'signIn',
    refuses: ['sign_in_failed'],
    auth: 'none',
    summary: 'Sign in to the dashboard; with an API key, the public login of a user',
    withApiKey: 'POST /api/v1/login',
    body: z.strictObject({
      email: Line(254),
      password: z.string().max(1024),
      /** Keep what this browser needs to fill in the password next time. */
      remember: z.boolean().optional(),
    }),
    reply: z.union([SignedIn, SecondFactorNeeded]),
  },
  'POST /api/auth/remember': {
    name: 'getRememberShare',
    refuses: ['remember_share_not_found'],
    auth: 'none',
    summary: "Get the server's share of the key for the remembered password, in exchange for the remember cookie",
    reply: z.object({ share: z.string() }),
  },
  'GET /api/auth/user': {
    name: 'getSignedInUser',
    auth: 'session',
    token: 'none',
    summary: 'Get the signed-in user',
    reply: CurrentUser,
  },
  'POST /api/logout': { name: 'signOut', auth: 'none', summary: 'Sign out', reply: Done },
} satisfies Routes

/** Sign-in steps that follow email and password, or replace them. */
export const signInStepRoutes = {
  'POST /api/auth/second-factor': {
    name: 'finishSignIn',
    refuses: ['second_factor_failed', 'second_factor_expired', 'passkey_refused', 'passkeys_unavailable'],
    auth: 'none',
    summary: 'Finish a sign-in with an authenticator code, a recovery code or a passkey',
    body: z.union([
      z.strictObject({ ticket: Ticket, code: FactorCode }),
      z.strictObject({ ticket: Ticket, passkey: PasskeyResponse }),
    ]),
    reply: SignedIn,
  },
  'POST /api/auth/second-factor/passkey': {
    name: 'challengeSecondFactor',
    refuses: ['second_factor_expired', 'passkeys_unavailable'],
    auth: 'none',
    summary: 'Get the challenge for a passkey as the second step',
    body: z.strictObject({ ticket: Ticket }),
    reply: PasskeyOptions,
  },
  'POST /api/auth/passkey/options': {
    name: 'challengePasskeySignIn',
    refuses: ['passkeys_unavailable'],
    auth: 'none',
    summary: 'Get the challenge for signing in with a passkey alone',
    reply: PasskeyOptions,
  },
  'POST /api/auth/passkey': {
    name: 'signInWithPasskey',
    refuses: ['passkey_refused', 'passkeys_unavailable'],
    auth: 'none',
    summary: 'Sign in with a passkey alone',
    body: z.strictObject({ passkey: PasskeyResponse }),
    reply: SignedIn,
  },
  'POST /api/auth/forgot-password': {
    name: 'requestPasswordReset',
    refuses: ['mail_not_configured'],
    auth: 'none',
    summary: 'Send a password reset link by email; the response is the same whether or not the account exists',
    body: z.strictObject({ email: Line(254).min(1) }),
    reply: Done,
  },
  'POST /api/auth/reset-password': {
    name: 'resetPassword',
    refuses: ['reset_link_invalid'],
    auth: 'none',
    summary: 'Set a new password with the token of the link; every session of the account ends',
    body: z.strictObject({ token: Line(128).min(1), password: NewPassword }),
    reply: Done,
  },
} satisfies Routes
