import type { FastifyReply, FastifyRequest } from 'fastify'
import { demoEmail } from '../../../shared/constants.ts'
import type { identityRoutes } from '../../../shared/contract/identity.ts'
import type { Returned } from '../../../shared/contract/route.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import {
  type IdentityProvider,
  openIdentityVerifier,
  ProviderAway,
  type VerifyIdentity,
} from '../../lib/identity-token.ts'
import type { Stores } from '../../store/index.ts'
import { acceptInvite, checkInvite } from './accept-invite.ts'
import { beginSession, currentUser } from './dashboard-session.ts'
import { askSecondFactor } from './second-factor.ts'
import type { SignInContext } from './sign-in-context.ts'

type SignInOutcome = Returned<(typeof identityRoutes)['POST /api/auth/firebase-session']>

interface IdentityDeps {
  readonly provider: IdentityProvider | undefined
  /** Whether the demo account can be used to sign in now. */
  readonly offersDemo: OffersDemo
  /** Whether a mail server is configured. */
  readonly sendsMail: boolean
  /** Whether an invite to an application makes an account for who has none. */
  readonly invitesMakeAccounts: boolean
}

/** Sign-in methods besides email and password. Of them, only an invite creates an account. */
export function identityHandlers(
  context: SignInContext,
  { provider, offersDemo, sendsMail, invitesMakeAccounts }: IdentityDeps,
): Handlers<typeof identityRoutes> {
  const verify = provider && openIdentityVerifier(provider, context.clock)
  const take = (request: FastifyRequest) => context.limits.takeIdentity(context.devices.callerKey(request))
  return {
    'GET /api/auth/options': async () => ({
      isDemo: await offersDemo(),
      providerSignInUrl: provider?.signInUrl ?? null,
      sendsMail,
    }),

    'POST /api/auth/firebase-session': async ({ body, request, reply }) => {
      take(request)
      if (!verify) throw new Problem('identity_provider_missing')
      const email = await verifiedEmail(verify, body.idToken)
      const outcome = email === undefined ? undefined : await signInByEmail(context, email, request, reply)
      if (!outcome) throw new Problem('identity_refused')
      return outcome
    },

    'POST /api/auth/demo-login': async ({ request, reply }) => {
      take(request)
      const outcome = (await offersDemo()) ? await signInByEmail(context, demoEmail, request, reply) : undefined
      if (!(outcome && 'user' in outcome)) throw new Problem('not_found')
      return outcome
    },

    'POST /api/auth/invite/check': async (input) => {
      take(input.request)
      return checkInvite(context)(input)
    },
    'POST /api/auth/invite': async (input) => {
      take(input.request)
      return acceptInvite(context, invitesMakeAccounts)(input)
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

/** Undefined unless the account exists and is active. An account with a second factor must pass it here too. */
async function signInByEmail(
  context: SignInContext,
  email: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInOutcome | undefined> {
  const account = await context.stores.accounts.findByEmail(email)
  if (!account?.isActive) return undefined
  const session = beginSession(context, request)
  const outcome = await context.stores.transaction(async (tx) => {
    const factors = await tx.secondFactors.summary(account.id)
    if (factors.hasTotp || factors.passkeyCount > 0) {
      return { secondFactor: await askSecondFactor(tx, account, factors, false, session.at) }
    }
    const current = await tx.accounts.recordLogin(account.id, account.passwordHash, session.at)
    if (!current) return undefined
    await session.begin(tx, current.id)
    return { user: currentUser(current) }
  })
  if (outcome && 'user' in outcome) session.answer(reply)
  return outcome
}

/** Whether the demo sign-in would succeed at this moment. */
type OffersDemo = () => Promise<boolean>

/**
 * The demo sign-in is offered if the server was started in demo mode and the demo account exists, is active and has no
 * second factor. An unseeded installation has no demo account, and starting the server never creates one: an account
 * that anyone can enter must be someone's decision.
 */
export function demoAvailability(
  { accounts, secondFactors }: Pick<Stores, 'accounts' | 'secondFactors'>,
  isDemo: boolean,
): OffersDemo {
  return async () => {
    const account = isDemo ? await accounts.findByEmail(demoEmail) : undefined
    if (!account?.isActive) return false
    const { hasTotp, passkeyCount } = await secondFactors.summary(account.id)
    return !hasTotp && passkeyCount === 0
  }
}
