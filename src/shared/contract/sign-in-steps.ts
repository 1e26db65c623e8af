import { z } from 'zod'
import { FactorCode, PasskeyOptions, PasskeyResponse } from './factor-fields.ts'
import { Done, Line, NewPassword } from './fields.ts'
import type { Routes } from './route.ts'
import { SignedIn } from './sign-in.ts'

const Ticket = Line(128).min(1)

/** Sign-in steps that follow email and password, or replace them. */
export const signInStepRoutes = {
  'POST /api/auth/second-factor': {
    auth: 'none',
    summary: 'The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey',
    body: z.union([
      z.strictObject({ ticket: Ticket, code: FactorCode }),
      z.strictObject({ ticket: Ticket, passkey: PasskeyResponse }),
    ]),
    reply: SignedIn,
  },
  'POST /api/auth/second-factor/passkey': {
    auth: 'none',
    summary: 'The challenge for a passkey as the second step',
    body: z.strictObject({ ticket: Ticket }),
    reply: PasskeyOptions,
  },
  'POST /api/auth/passkey/options': {
    auth: 'none',
    summary: 'The challenge for signing in with a passkey alone',
    reply: PasskeyOptions,
  },
  'POST /api/auth/passkey': {
    auth: 'none',
    summary: 'Sign in with a passkey alone',
    body: z.strictObject({ passkey: PasskeyResponse }),
    reply: SignedIn,
  },
  'POST /api/auth/forgot-password': {
    auth: 'none',
    summary: 'Have a link for a new password sent by e-mail; answers the same whether the account exists',
    body: z.strictObject({ email: Line(254).min(1) }),
    reply: Done,
  },
  'POST /api/auth/reset-password': {
    auth: 'none',
    summary: 'Set a new password with the token of the link; every session of the account ends',
    body: z.strictObject({ token: Line(128).min(1), password: NewPassword }),
    reply: Done,
  },
} satisfies Routes
