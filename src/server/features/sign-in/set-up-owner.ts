import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import { hashToken } from '../../lib/tokens.ts'
import { beginSession, currentUser } from './dashboard-session.ts'
import type { SignInContext } from './sign-in-context.ts'

type SetUp = Handlers<typeof signInRoutes>['POST /api/setup']

/**
 * Creates the first owner with the printed setup token and signs them in. If two browsers try at once, one succeeds.
 */
export function setUpOwner(context: SignInContext): SetUp {
  const { stores, passwords, clock, limits, requireStrongPassword } = context
  return async ({ body, request, reply }) => {
    const ip = clientIp(request)
    limits.takeSetup(ipLimiterKey(ip))
    const tokenHash = hashToken(body.token)
    const isUsable = (await stores.setup.isValid(tokenHash, clock.now())) && (await stores.accounts.isEmpty())
    if (!isUsable) throw new Problem('setup_link_invalid')
    const { email, password } = body
    await requireStrongPassword({ field: 'password', password, email, chosenBy: 'setup link' })
    const passwordHash = await passwords.hash(password, { line: { dashboard: { address: ip, account: email } } })
    const session = beginSession(context, request)
    const owner = await stores.transaction(async (tx) => {
      const isFirst = (await tx.setup.consumeAll(tokenHash, session.at)) && (await tx.accounts.isEmpty())
      if (!isFirst) throw new Problem('setup_link_invalid')
      const id = await createAccount(tx, { email, passwordHash, role: 'owner', at: session.at, by: email, ip })
      await session.begin(tx, id)
      return tx.accounts.recordLogin(id, passwordHash, session.at)
    })
    session.answer(reply)
    if (!owner) throw new Error('the new owner is gone')
    return currentUser(owner)
  }
}
