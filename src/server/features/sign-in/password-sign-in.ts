import type { FastifyReply, FastifyRequest } from 'fastify'
import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { rehashIfNeeded } from '../../lib/passwords/passwords.ts'
import { checkCredentials } from './check-credentials.ts'
import { beginSession, currentUser } from './dashboard-session.ts'
import { rememberDevice } from './remembered-password.ts'
import { askSecondFactor } from './second-factor.ts'
import type { SignInContext } from './sign-in-context.ts'

type SignIn = Handlers<typeof signInRoutes>['POST /api/auth/login']
type Body = Parameters<SignIn>[0]['body']

/**
 * Ends the browser's previous session and starts a new one; cookies are set only after everything is stored. An
 * account with a second factor gets a ticket for the second step instead, and its failures are not reset: wrong codes
 * keep counting.
 */
export function signInWithPassword(context: SignInContext): SignIn {
  return async ({ body, request, reply }) => {
    if (body.email === '' || body.password === '') {
      throw new Problem('invalid_request', { message: 'Please enter both email and password' })
    }
    const signedIn = (await signIn(context, request, body)) ?? (await signIn(context, request, body))
    if (!signedIn) throw new Problem('sign_in_failed')
    return signedIn(reply)
  }
}

/**
 * The response to a successful sign-in. Undefined: the stored password hash is no longer the verified one. A
 * concurrent sign-in may have rehashed it, so the caller verifies once more against the stored hash.
 */
async function signIn(context: SignInContext, request: FastifyRequest, body: Body) {
  const { account, attempt } = await checkCredentials(context, request, body.email, body.password)
  const session = beginSession(context, request)
  const device = rememberDevice(context, request, body.remember === true)
  const line = { dashboard: { address: clientIp(request), account: account.email } }
  const newHash = await rehashIfNeeded(context.passwords, account.passwordHash, body.password, { line })
  const outcome = await context.stores.transaction(async (tx) => {
    const factors = await tx.secondFactors.summary(account.id)
    const hasFactor = factors.hasTotp || factors.passkeyCount > 0
    const current = hasFactor
      ? await tx.accounts.find(account.id)
      : await tx.accounts.recordLogin(account.id, account.passwordHash, session.at)
    if (!current?.isActive) return undefined
    if (newHash !== undefined && !(await tx.accounts.replacePasswordHash(account.id, account.passwordHash, newHash))) {
      return undefined
    }
    if (hasFactor) {
      const checked = { ...account, passwordHash: newHash ?? account.passwordHash }
      return { secondFactor: await askSecondFactor(tx, checked, factors, body.remember === true, session.at) }
    }
    await session.begin(tx, account.id)
    await device.save(tx, account.id)
    return { user: currentUser(current) }
  })
  if (!outcome) return undefined
  return (reply: FastifyReply) => {
    if ('secondFactor' in outcome) return outcome
    attempt.resetFailures()
    session.answer(reply)
    return { ...outcome, ...device.answer(reply) }
  }
}
