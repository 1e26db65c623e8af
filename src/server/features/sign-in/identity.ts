import type { FastifyReply, FastifyRequest } from 'fastify'
import { demoEmail } from '../../../shared/constants.ts'
import type { identityRoutes } from '../../../shared/contract/identity.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import {
  type IdentityProvider,
  openIdentityVerifier,
  ProviderAway,
  type VerifyIdentity,
} from '../../lib/identity-token.ts'
import type { Account } from '../../store/accounts.ts'
import { acceptInvite, checkInvite } from './accept-invite.ts'
import { currentUser } from './current-user.ts'
import { beginSession } from './session-life.ts'
import { type SignInContext, type SignInDeps, signInContext } from './sign-in-context.ts'

interface IdentityDeps extends SignInDeps {
  readonly provider: IdentityProvider | undefined
  readonly isDemo: boolean
}

/** Ways into the dashboard beside e-mail and password. None of them ever makes an account. */
export function identityHandlers(deps: IdentityDeps): Handlers<typeof identityRoutes> {
  const { provider, isDemo, clock } = deps
  const context = signInContext(deps)
  const verify = provider && openIdentityVerifier(provider, clock)
  const take = (request: FastifyRequest) => context.limits.takeIdentity(ipLimiterKey(clientIp(request)))
  return {
    'GET /api/auth/options': async () => ({ isDemo, providerSignInUrl: provider?.signInUrl ?? null }),

    'POST /api/auth/firebase-session': async ({ body, request, reply }) => {
      take(request)
      if (!verify) throw new Problem('identity_provider_missing')
      const email = await verifiedEmail(verify, body.idToken)
      const user = email === undefined ? undefined : await signInByEmail(context, email, request, reply)
      if (!user) throw new Problem('identity_refused')
      return { user: currentUser(user) }
    },

    'POST /api/auth/demo-login': async ({ request, reply }) => {
      take(request)
      const user = isDemo ? await signInByEmail(context, demoEmail, request, reply) : undefined
      if (!user) throw new Problem('not_found')
      return { user: currentUser(user) }
    },

    'POST /api/auth/invite/check': async (input) => {
      take(input.request)
      return checkInvite(context)(input)
    },
    'POST /api/auth/invite': async (input) => {
      take(input.request)
      return acceptInvite(context)(input)
    },
  }
}

async function verifiedEmail(verify: VerifyIdentity, token: string): Promise<string | undefined> {
  try {
    return await verify(token)
  } catch (error) {
    if (error instanceof ProviderAway) {
      throw new Problem('unavailable', { message: error.message, retryAfterSeconds: 30 })
    }
    throw error
  }
}

/** A session of the account with this e-mail; undefined unless it is there and active. */
async function signInByEmail(
  context: SignInContext,
  email: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Account | undefined> {
  const account = await context.stores.accounts.findByEmail(email)
  if (!account?.isActive) return undefined
  const session = beginSession(context, request)
  const signedIn = await context.stores.transaction(async (tx) => {
    const current = await tx.accounts.recordLogin(account.id, account.passwordHash, session.at)
    if (current) await session.begin(tx, current.id)
    return current
  })
  if (signedIn) context.cookies.session.set(reply, session.token)
  return signedIn
}
