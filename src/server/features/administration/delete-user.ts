import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import { accountSubject } from '../../accounts/account.ts'
import type { Administrator } from '../../http/auth/authenticate.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { StoreSet } from '../../store/index.ts'
import { requireManageable, requireRight } from './authorization.ts'
import { throwIfNotChanged } from './change-user.ts'

type Routes = Handlers<typeof accountRoutes>

/**
 * Deletes an account with its sessions. Its applications are kept, because software in the field depends on them: they
 * are transferred to the owner who deletes the account, or to the owner who was created first.
 */
export function deleteUser({ stores, clock, onChanged }: Dashboard): Routes['DELETE /api/admin/users/:userId'] {
  return async ({ caller, request, params }) => {
    const id = params.userId
    requireRight(caller, 'edit')
    if (id === caller.accountId) throw new Problem('own_account')
    const applicationsPassed = await stores.transaction(async (tx) => {
      await tx.administration.waitForOwners()
      const seen = await tx.accounts.find(id)
      if (!seen) throw new Problem('user_not_found')
      requireManageable(caller, seen)
      const heir = await heirOf(tx, caller, id)
      if (!heir) await refuseOrphanedApplications(tx, id)
      const passed = heir ? await tx.administration.transferApplications(id, heir.id) : 0
      throwIfNotChanged(await tx.administration.remove(seen))
      const details = `${seen.email}, ${seen.role}${passed > 0 ? `; applications passed to account ${heir?.id}: ${passed}` : ''}`
      await audit(tx, { caller, request }, 'account.delete', accountSubject(id), clock.now(), details)
      return passed
    })
    onChanged({ accountId: id })
    return { message: 'User deleted', applicationsPassed }
  }
}

/** What a deletion would change, for the confirmation dialog. */
export function showHeir({ stores }: Dashboard): Routes['GET /api/admin/users/:userId/heir'] {
  return async ({ caller, params }) => {
    requireRight(caller, 'edit')
    const seen = await stores.accounts.find(params.userId)
    if (!seen) throw new Problem('user_not_found')
    requireManageable(caller, seen)
    const heir = await heirOf(stores, caller, seen.id)
    if (!heir) return null
    const { id, email } = heir
    return { id, email, blacklistEntries: await stores.blacklist.countAccountWide(id) }
  }
}

/** Undefined if no other active owner exists: the last owner cannot be deleted. */
async function heirOf(stores: StoreSet, caller: Administrator, id: number): Promise<Account | undefined> {
  const isOwner = caller.role === 'owner' && caller.accountId !== null && caller.accountId !== id
  return isOwner ? stores.accounts.find(caller.accountId) : stores.administration.oldestOwner(id)
}

/** An account with applications cannot be deleted while nobody can take them over. */
async function refuseOrphanedApplications(tx: StoreSet, id: number): Promise<void> {
  const applications = await tx.applications.list(id)
  if (applications.length === 0) return
  throw new Problem('last_owner', {
    message: 'No other active owner can take over the applications. Make another owner first.',
  })
}
