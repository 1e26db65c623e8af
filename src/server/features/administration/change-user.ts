import { hasRight, isDemotion } from '../../../shared/administration.ts'
import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import { type Permission, permissions } from '../../../shared/permissions.ts'
import { accountSubject } from '../../accounts/account.ts'
import { revokePendingLinks } from '../../accounts/revoke-pending-links.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { AccountChange, ChangeResult } from '../../store/accounts/administration.ts'
import { refuseEscalation, requireGrantable, requireManageable, requireRight } from './authorization.ts'
import { findDashboardUser } from './dashboard-user.ts'

type ChangeUser = Handlers<typeof accountRoutes>['PATCH /api/admin/users/:userId']

/**
 * Changes role, permissions or state and revokes the account's pending links. Users who are disabled or demoted are
 * signed out in the same transaction. A revoked permission takes effect with the next request, because each request
 * reads the permissions.
 */
export function changeUser({ stores, clock, onChanged }: Dashboard): ChangeUser {
  return async ({ caller, request, params, body }) => {
    const id = params.userId
    const isChanged = await stores.transaction(async (tx) => {
      const seen = await tx.accounts.find(id)
      requireRight(caller, hasRight(caller, 'grant') ? 'grant' : 'edit')
      if (!seen) throw new Problem('user_not_found')
      const change = effectiveChange(seen, body)
      if (change.role !== undefined || change.permissions) requireRight(caller, 'grant')
      if (change.isActive !== undefined) requireRight(caller, 'edit')
      if (hasRight(caller, 'grant') && change.isActive === undefined) requireGrantable(caller, seen)
      else requireManageable(caller, seen)
      refuseEscalation(caller, change.role, change.permissions?.filter((name) => !holds(seen, name)) ?? [])
      if (Object.keys(change).length === 0) return false
      if (change.isActive === false && id === caller.accountId) {
        throw new Problem('own_account', { message: "You can't disable your own account." })
      }
      throwIfNotChanged(await tx.administration.update(seen, change))
      await revokePendingLinks(tx, id, clock.now())
      if (change.isActive === false) await tx.remember.removeByAccount(id)
      const isSignedOut = change.isActive === false || (change.role !== undefined && isDemotion(seen.role, change.role))
      if (isSignedOut) await tx.sessions.removeByAccount(id)
      await audit(
        tx,
        { caller, request },
        'account.update',
        accountSubject(id),
        clock.now(),
        describeChange(seen, change),
      )
      return true
    })
    if (isChanged) onChanged({ accountId: id })
    return findDashboardUser(stores, id, clock)
  }
}

/** Throws if the store did not apply the change. */
export function throwIfNotChanged(result: ChangeResult): void {
  if (result === 'last_owner') throw new Problem('last_owner')
  if (result === 'stale') throw new Problem('account_changed')
}

/** The form always sends all fields: keep only those that differ. */
function effectiveChange(seen: Account, { role, permissions: wanted, isActive }: AccountChange): AccountChange {
  // Stored permissions of an owner have no effect until the role changes.
  const leavesOwner = seen.role === 'owner' && role !== undefined && role !== 'owner'
  const isOther = wanted && (leavesOwner || permissions.some((name) => wanted.includes(name) !== holds(seen, name)))
  return {
    ...(role !== undefined && role !== seen.role && { role }),
    ...(isOther && { permissions: permissions.filter((name) => wanted.includes(name)) }),
    ...(isActive !== undefined && isActive !== seen.isActive && { isActive }),
  }
}

const holds = (account: Pick<Account, 'role' | 'permissions'>, name: Permission) =>
  account.role === 'owner' || account.permissions.includes(name)

function describeChange(seen: Account, { role, permissions: wanted, isActive }: AccountChange): string {
  const parts: string[] = []
  if (role !== undefined) parts.push(`role ${seen.role} to ${role}`)
  if (wanted) {
    for (const name of permissions) {
      if (wanted.includes(name) !== holds(seen, name)) parts.push(`${wanted.includes(name) ? '+' : '-'}${name}`)
    }
  }
  if (isActive !== undefined) parts.push(isActive ? 'switched on' : 'switched off')
  return parts.join(', ')
}
