import { z } from 'zod'
import { memberRoles } from '../rights.ts'
import { Line, NewPassword } from './fields.ts'
import type { Routes } from './route.ts'
import { CurrentUser, SecondFactorNeeded, SignedIn } from './sign-in.ts'

/** Sign-in methods besides email and password. */
export const identityRoutes = {
  'GET /api/auth/options': {
    name: 'listSignInOptions',
    auth: 'none',
    summary: 'List the ways to sign in to this server',
    reply: z.object({
      /** Only if the server was started in demo mode. */
      isDemo: z.boolean(),
      /** The identity provider that password sign-in redirects to; null: none. */
      providerSignInUrl: z.string().nullable(),
      /** Whether password reset links are sent by email. */
      sendsMail: z.boolean(),
    }),
  },
  'POST /api/auth/firebase-session': {
    name: 'signInWithIdentityProvider',
    refuses: ['identity_provider_missing', 'identity_refused'],
    auth: 'none',
    summary: 'Sign in with an ID token of the configured identity provider',
    body: z.strictObject({ idToken: z.string().min(1).max(8192) }),
    reply: z.union([SignedIn, SecondFactorNeeded]),
  },
  'POST /api/auth/demo-login': {
    name: 'signInToDemo',
    refuses: ['not_found'],
    auth: 'none',
    summary: 'Sign in to the demo account; demo mode only',
    reply: z.object({ user: CurrentUser }),
  },
  'POST /api/auth/invite/check': {
    name: 'checkInvite',
    refuses: ['invite_invalid'],
    auth: 'none',
    summary: 'Look up an invite link',
    body: z.strictObject({ token: Line(128) }),
    reply: z.object({
      email: z.string(),
      /** Name of the application, and the role there; absent for an invite by an administrator. */
      application: z.string().optional(),
      role: z.enum(memberRoles).optional(),
    }),
  },
  'POST /api/auth/invite': {
    name: 'acceptInvite',
    refuses: ['invite_invalid', 'invite_for_other', 'email_taken', 'already_member', 'limit_reached'],
    auth: 'none',
    summary: 'Accept an invite: choose a password and sign in',
    body: z.strictObject({
      token: Line(128),
      password: NewPassword,
      firstName: Line(64).nullish(),
      lastName: Line(64).nullish(),
    }),
    reply: z.object({ user: CurrentUser }),
  },
} satisfies Routes
