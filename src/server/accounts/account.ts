import { dashboardIdleMs } from '../../shared/constants.ts'
import { type Permission, permissions, type Role } from '../../shared/permissions.ts'
import type { Clock } from '../lib/clock.ts'

/** How the audit log names an account. */
export const accountSubject = (id: number) => `account ${id}`

/** Dashboard sessions that were last seen before this time have expired. */
export const idleCutoff = (clock: Clock) => new Date(clock.nowMs() - dashboardIdleMs)

interface StoredPermissions {
  readonly role: Role
  readonly permissions: readonly Permission[]
}

/** An account with its effective permissions: an owner has every permission, whatever is stored. */
export function withEffectivePermissions<A extends StoredPermissions>(account: A) {
  const effective = [...(account.role === 'owner' ? permissions : account.permissions)]
  return { ...account, permissions: effective, userPermissions: { role: account.role, permissions: effective } }
}
