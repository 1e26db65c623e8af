import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import type { Returned } from '../../../shared/contract/route.ts'
import { idleCutoff, withEffectivePermissions } from '../../accounts/account.ts'
import { Problem } from '../../http/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AccountOverview } from '../../store/accounts/administration.ts'
import type { StoreSet } from '../../store/index.ts'

export type DashboardUser = Returned<(typeof accountRoutes)['GET /api/admin/users']>[number]

/** Accounts as the list shows them. */
export async function dashboardUsers(
  stores: Pick<StoreSet, 'secondFactors'>,
  accounts: readonly AccountOverview[],
): Promise<DashboardUser[]> {
  const protectedIds = await stores.secondFactors.accountsWith(accounts.map(({ id }) => id))
  return accounts.map((account) => ({
    ...withEffectivePermissions(account),
    hasSecondFactor: protectedIds.has(account.id),
  }))
}

/** One account, read again after a change; refused if it was deleted. */
export async function findDashboardUser(stores: StoreSet, id: number, clock: Clock): Promise<DashboardUser> {
  const account = await stores.administration.find(id, idleCutoff(clock))
  const [user] = account ? await dashboardUsers(stores, [account]) : []
  if (!user) throw new Problem('user_not_found')
  return user
}
