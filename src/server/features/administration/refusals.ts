import {
  type AdministrationRight,
  hasRight,
  holdsRole,
  mayTouch,
  permissionsFor,
} from '../../../shared/administration.ts'
import { hasPermission, type Permission, type Role } from '../../../shared/permissions.ts'
import type { Administrator } from '../../http/authenticate.ts'
import { Problem } from '../../http/problem.ts'
import type { Account } from '../../store/accounts.ts'

/** Refuses who lacks every permission that allows this. */
export function requireRight(caller: Administrator, right: AdministrationRight): void {
  if (hasRight(caller, right)) return
  throw refusal(`You need the permission ${permissionsFor(right).join(' or ')} for this.`)
}

/** Nobody gives away what they don't hold themselves. */
export function requireHeld(caller: Administrator, role: Role | undefined, granted: readonly Permission[]): void {
  if (role !== undefined && !holdsRole(caller, role)) {
    throw refusal(`You can't give the role ${role}, which is above your own.`)
  }
  const missing = granted.find((permission) => !hasPermission(caller, permission))
  if (missing !== undefined) throw refusal(`You can't give the permission ${missing}, which you don't have yourself.`)
}

/** Only an owner changes an owner. */
export function requireTouchable(caller: Administrator, target: Pick<Account, 'role'>): void {
  if (!mayTouch(caller, target)) throw refusal('Only an owner can change an owner.')
}

const refusal = (message: string) => new Problem('permission_missing', { message })
