import type { FastifyInstance } from 'fastify'
import type { signInRoutes, signInStepRoutes } from '../../../shared/contract/sign-in.ts'
import type { Passkeys } from '../../accounts/passkeys.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { currentUser } from './dashboard-session.ts'
import { type ForgottenPasswordDeps, forgotPassword, resetPassword } from './forgotten-password.ts'
import { passkeyOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { signInWithPassword } from './password-sign-in.ts'
import { rememberedShare } from './remembered-password.ts'
import { secondFactorPasskey, signInWithSecondFactor } from './second-factor.ts'
import { setUpOwner } from './set-up-owner.ts'
import type { SignInContext, SignInDeps } from './sign-in-context.ts'
import { signInCookies } from './sign-in-cookies.ts'
import { signOut, signOutByLink } from './sign-out.ts'

/** The calls of the dashboard's sign-in. */
export function signInHandlers(context: SignInContext): Handlers<typeof signInRoutes> {
  return {
    'POST /api/setup': setUpOwner(context),
    'POST /api/auth/login': signInWithPassword(context),
    'POST /api/auth/remember': rememberedShare(context),
    'GET /api/auth/user': async ({ caller }) => {
      const account = await context.stores.accounts.find(caller.accountId)
      if (!account) throw new Problem('not_signed_in')
      return currentUser(account)
    },
    'POST /api/logout': async ({ request, reply }) => {
      await signOut(context, request, reply)
      return { message: 'Signed out' }
    },
  }
}

/** `GET /api/logout`, for links. It is no route of the contract: browsers get a redirect or a page instead of JSON. */
export function registerLogoutLink(app: FastifyInstance, { stores, isSecure }: SignInDeps): void {
  const handler = signOutByLink({ stores, cookies: signInCookies(isSecure) })
  app.get('/api/logout', { exposeHeadRoute: false }, handler)
}

interface SignInStepDeps extends ForgottenPasswordDeps {
  readonly passkeys: Passkeys
}

/** Sign-in steps that follow email and password, or replace them. */
export function signInStepHandlers(
  context: SignInContext,
  { passkeys, ...mail }: SignInStepDeps,
): Handlers<typeof signInStepRoutes> {
  return {
    'POST /api/auth/second-factor': signInWithSecondFactor(context, passkeys),
    'POST /api/auth/second-factor/passkey': secondFactorPasskey(context, passkeys),
    'POST /api/auth/passkey/options': passkeyOptions(context, passkeys),
    'POST /api/auth/passkey': signInWithPasskey(context, passkeys),
    'POST /api/auth/forgot-password': forgotPassword(context, mail),
    'POST /api/auth/reset-password': resetPassword(context),
  }
}
