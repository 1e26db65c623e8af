import type { signInStepRoutes } from '../../../shared/contract/sign-in-steps.ts'
import type { Passkeys } from '../../factors/passkeys.ts'
import type { Handlers } from '../../http/routes.ts'
import { type ForgottenPasswordDeps, forgotPassword, resetPassword } from './forgotten-password.ts'
import { passkeyOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { secondFactorPasskey, signInWithSecondFactor } from './second-factor.ts'
import type { SignInContext } from './sign-in-context.ts'

interface SignInStepDeps extends ForgottenPasswordDeps {
  readonly passkeys: Passkeys
}

/** What may follow on an e-mail and a password, or stand in their place. */
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
