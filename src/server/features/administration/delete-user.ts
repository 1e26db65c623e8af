import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import type { Administrator } from '../../http/authenticate.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import type { StoreSet } from '../../store/index.ts'
import { settle } from './change-user.ts'
import { accountSubject } from './dashboard-user.ts'
import { requireRight, requireTouchable } from './refusals.ts'

type DeleteUser = Handlers<typeof accountRoutes>['DELETE /api/admin/users/:userId']

/**
 * Deletes an account with its sessions. Its applications live on, since software in the field depends on them: they
 * pass to the owner who deletes it, else to the owner who is there the longest.
 */
export function deleteUser({ stores, clock, onChanged }: Dashboard): DeleteUser {
  return async ({ caller, request, params }) => {
    const id = params.userId
    requireRight(caller, 'edit')
    if (id === caller.accountId) throw new Problem('own_account')
    const applicationsPassed = await stores.transaction(async (tx) => {
      await tx.administration.waitForOwners()
      const seen = await tx.accounts.find(id)
      if (!seen) throw new Problem('user_not_found')
      requireTouchable(caller, seen)
      const heir = await heirOf(tx, caller, id)
      const passed = heir === undefined ? 0 : await tx.administration.passApplications(id, heir)
      settle(await tx.administration.remove(seen))
      const details = `${seen.email}, ${seen.role}${passed > 0 ? `; applications passed to account ${heir}: ${passed}` : ''}`
      await audit(tx, { caller, request }, 'account.delete', accountSubject(id), clock.now(), details)
      return passed
    })
    onChanged({ accountId: id })
    return { message: 'User deleted', applicationsPassed }
  }
}

/** Undefined where no other active owner is left: the last one is not deleted, and others keep theirs. */
async function heirOf(tx: StoreSet, caller: Administrator, id: number): Promise<number | undefined> {
  if (caller.role === 'owner' && caller.accountId !== null) return caller.accountId
  const heir = await tx.administration.oldestOwner(id)
  if (heir) return heir.id
  const applications = await tx.applications.list(id)
  if (applications.length > 0) {
    throw new Problem('last_owner', { message: 'There is no other active owner who could take over the applications.' })
  }
  return undefined
}
