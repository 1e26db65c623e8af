import { dashboardIdleMs } from '../../../shared/constants.ts'
import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import type { Returned } from '../../../shared/contract/route.ts'
import { permissions } from '../../../shared/permissions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AccountOverview } from '../../store/administration.ts'

export type DashboardUser = Returned<(typeof accountRoutes)['GET /api/admin/users']>[number]

/** An account as the list shows it: an owner has every permission, whatever is stored. */
export function dashboardUser(account: AccountOverview): DashboardUser {
  const held = account.role === 'owner' ? [...permissions] : [...account.permissions]
  return { ...account, permissions: held, userPermissions: { role: account.role, permissions: held } }
}

/** A session that was not seen since then is over. */
export const seenAfter = (clock: Clock) => new Date(clock.nowMs() - dashboardIdleMs)

/** What the audit log calls an account. */
export const accountSubject = (id: number) => `account ${id}`
