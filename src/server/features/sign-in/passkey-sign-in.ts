import type { signInStepRoutes } from '../../../shared/contract/sign-in.ts'
import type { Passkeys } from '../../accounts/passkeys.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { beginSession, currentUser } from './dashboard-session.ts'
import type { SignInContext } from './sign-in-context.ts'

type Steps = Handlers<typeof signInStepRoutes>

const purpose = { use: 'sign-in', accountId: null } as const

/** A challenge for any passkey of this server; the response does not reveal which accounts have one. */
export function passkeyOptions(
  { limits, devices }: SignInContext,
  passkeys: Passkeys,
): Steps['POST /api/auth/passkey/options'] {
  return async ({ request }) => {
    limits.takeStep(devices.callerKey(request))
    return passkeys.authenticationOptions(purpose)
  }
}

/**
 * Signs in with a passkey that verified its user by fingerprint or PIN. That is two factors, so no second one is
 * required. A remembered password in this browser is kept.
 */
export function signInWithPasskey(context: SignInContext, passkeys: Passkeys): Steps['POST /api/auth/passkey'] {
  return async ({ body, request, reply }) => {
    context.limits.takeStep(context.devices.callerKey(request))
    const checked = await passkeys.check(body.passkey, purpose)
    if (!checked) throw new Problem('passkey_refused')
    const session = beginSession(context, request)
    const signedIn = await context.stores.transaction(async (tx) => {
      const account = await tx.accounts.recordPasskeyLogin(checked.passkey.accountId, session.at)
      if (!account || !(await passkeys.consume(tx, checked, session.at))) throw new Problem('passkey_refused')
      await session.begin(tx, account.id)
      return account
    })
    session.answer(reply)
    return { user: currentUser(signedIn) }
  }
}
