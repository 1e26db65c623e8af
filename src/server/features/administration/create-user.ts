import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import { rolePresets } from '../../../shared/permissions.ts'
import { accountSubject, idleCutoff } from '../../accounts/account.ts'
import { createAccount } from '../../accounts/create-account.ts'
import type { RequireStrongPassword } from '../../accounts/require-strong-password.ts'
import { isUniqueViolation } from '../../db/open.ts'
import { clientIp } from '../../http/client-ip.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { Passwords } from '../../lib/passwords/passwords.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import { refuseEscalation, requireManageable, requireRight } from './authorization.ts'
import { findDashboardUser } from './dashboard-user.ts'

type Routes = Handlers<typeof accountRoutes>

const inviteTtlMs = 7 * 24 * 60 * 60 * 1000

/** A stored hash that matches no password: the account can only be entered through its invite link. */
const noPassword = ''

export interface CreateUserDeps extends Dashboard {
  readonly passwords: Passwords
  readonly requireStrongPassword: RequireStrongPassword
}

/** Either with a given password, or with an invite link by which the user sets one. */
export function createUser(deps: CreateUserDeps): Routes['POST /api/admin/users'] {
  const { stores, clock, passwords, requireStrongPassword } = deps
  return async ({ caller, request, body }) => {
    const { email, password, role = 'user', permissions = rolePresets[role] } = body
    requireRight(caller, 'create')
    refuseEscalation(caller, role, permissions)
    const chosenBy = caller.accountId === null ? undefined : caller.email
    if (password !== undefined) await requireStrongPassword({ field: 'password', password, email, chosenBy })
    const line = { dashboard: { address: clientIp(request), account: caller.email } }
    const passwordHash = password === undefined ? noPassword : await passwords.hash(password, { line })
    const invite = password === undefined ? newInvite(clock.now()) : undefined
    const at = clock.now()
    const made = await stores
      .transaction(async (tx) => {
        const by = { by: caller.email, byId: caller.accountId, ip: clientIp(request) }
        const id = await createAccount(tx, { email, passwordHash, role, permissions, at, ...by })
        if (invite) await tx.invites.replace(id, hashToken(invite.token), invite.expiresAt)
        return id
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new Problem('email_taken') : error
      })
    return { ...(await findDashboardUser(stores, made, clock)), ...(invite && { invite }) }
  }
}

/**
 * A new invite link if the first one is lost. The link grants the user's access, so the caller needs every permission
 * that the user has.
 */
export function renewInvite({ stores, clock }: Dashboard): Routes['POST /api/admin/users/:userId/invite'] {
  return async ({ caller, request, params }) => {
    requireRight(caller, 'create')
    const at = clock.now()
    const invite = newInvite(at)
    await stores.transaction(async (tx) => {
      const invited = await tx.administration.find(params.userId, idleCutoff(clock))
      if (!invited) throw new Problem('user_not_found')
      requireManageable(caller, invited)
      if (invited.lastLogin || !invited.invitedUntil) throw new Problem('account_in_use')
      // Locks the account, so that a concurrent permission change sees this link and revokes it.
      if (!(await tx.administration.lock(invited))) throw new Problem('account_changed')
      await tx.invites.replace(invited.id, hashToken(invite.token), invite.expiresAt)
      await audit(tx, { caller, request }, 'account.invite', accountSubject(invited.id), at)
    })
    return invite
  }
}

const newInvite = (now: Date) => ({ token: randomToken(), expiresAt: new Date(now.getTime() + inviteTtlMs) })
