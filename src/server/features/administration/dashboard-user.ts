import { dashboardIdleMs } from '../../../shared/constants.ts'
import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import type { Returned } from '../../../shared/contract/route.ts'
import { permissions } from '../../../shared/permissions.ts'
import { Problem } from '../../http/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AccountOverview } from '../../store/accounts/administration.ts'
import type { StoreSet } from '../../store/index.ts'

export type DashboardUser = Returned<(typeof accountRoutes)['GET /api/admin/users']>[number]

/** Accounts as the list shows them: an owner has every permission, whatever is stored. */
export async function dashboardUsers(
  stores: Pick<StoreSet, 'secondFactors'>,
  accounts: readonly AccountOverview[],
): Promise<DashboardUser[]> {
  const protectedIds = await stores.secondFactors.accountsWith(accounts.map(({ id }) => id))
  return accounts.map((account) => {
    const held = account.role === 'owner' ? [...permissions] : [...account.permissions]
    const userPermissions = { role: account.role, permissions: held }
    return { ...account, permissions: held, userPermissions, hasSecondFactor: protectedIds.has(account.id) }
  })
}

/** One of them, as it is now; refused when it is gone. */
export async function findDashboardUser(stores: StoreSet, id: number, clock: Clock): Promise<DashboardUser> {
  const account = await stores.administration.find(id, idleCutoff(clock))
  const [user] = account ? await dashboardUsers(stores, [account]) : []
  if (!user) throw new Problem('user_not_found')
  return user
}

/** A session that was not seen since then is over. */
export const idleCutoff = (clock: Clock) => new Date(clock.nowMs() - dashboardIdleMs)

/** What the audit log calls an account. */
export const accountSubject = (id: number) => `account ${id}`
