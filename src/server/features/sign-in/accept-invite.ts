import type { identityRoutes } from '../../../shared/contract/identity.ts'
import { accountSubject } from '../../accounts/account.ts'
import { signOutEverywhere } from '../../accounts/sign-out-everywhere.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hashToken } from '../../lib/tokens.ts'
import { beginSession, currentUser } from './dashboard-session.ts'
import type { SignInContext } from './sign-in-context.ts'

type Routes = Handlers<typeof identityRoutes>

export function checkInvite({ stores, clock }: SignInContext): Routes['POST /api/auth/invite/check'] {
  return async ({ body }) => {
    const account = await stores.invites.find(hashToken(body.token), clock.now())
    if (!account) throw new Problem('invite_invalid')
    return { email: account.email }
  }
}

/**
 * Sets the password of an invited account, ends its other links and sessions, and signs its user in. If two try at
 * once, one succeeds.
 */
export function acceptInvite(context: SignInContext): Routes['POST /api/auth/invite'] {
  const { stores, passwords, clock, requireStrongPassword } = context
  return async ({ body, request, reply }) => {
    const tokenHash = hashToken(body.token)
    const invited = await stores.invites.find(tokenHash, clock.now())
    if (!invited) throw new Problem('invite_invalid')
    const { email } = invited
    await requireStrongPassword({ field: 'password', password: body.password, email, chosenBy: email })
    const line = { dashboard: { address: clientIp(request), account: email } }
    const passwordHash = await passwords.hash(body.password, { line })
    const session = beginSession(context, request)
    const user = await stores.transaction(async (tx) => {
      const account = await tx.invites.find(tokenHash, session.at)
      if (!(account && (await tx.invites.consume(tokenHash)))) throw new Problem('invite_invalid')
      await tx.accounts.setPasswordHash(account.id, passwordHash)
      await tx.accounts.setNames(account.id, body.firstName || null, body.lastName || null)
      await signOutEverywhere(tx, account.id)
      await session.begin(tx, account.id)
      const subject = accountSubject(account.id)
      const by = { accountId: account.id, actor: account.email, ip: clientIp(request), at: session.at }
      await tx.audit.insert({ ...by, action: 'account.accept_invite', subject })
      return tx.accounts.recordLogin(account.id, passwordHash, session.at)
    })
    if (!user) throw new Problem('invite_invalid')
    session.answer(reply)
    return { user: currentUser(user) }
  }
}
