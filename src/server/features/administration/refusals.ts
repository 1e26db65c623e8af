import {
  type AdministrationRight,
  grantRefusal,
  hasRight,
  holdsRole,
  permissionsFor,
  untouchableReason,
} from '../../../shared/administration.ts'
import { type Bearer, hasPermission, type Permission, type Role } from '../../../shared/permissions.ts'
import { type Administrator, permissionMissing } from '../../http/authenticate.ts'
import { Problem } from '../../http/problem.ts'

/** Refuses who lacks every permission that allows this. */
export function requireRight(caller: Administrator, right: AdministrationRight): void {
  if (hasRight(caller, right)) return
  throw permissionMissing(...permissionsFor(right))
}

/** Nobody gives away what they don't hold themselves. */
export function requireHeld(caller: Administrator, role: Role | undefined, granted: readonly Permission[]): void {
  if (role !== undefined && !holdsRole(caller, role)) {
    throw refusal(`You can't give the role ${role}, which is above your own.`)
  }
  const missing = granted.find((permission) => !hasPermission(caller, permission))
  if (missing !== undefined) throw refusal(`You can't give the permission ${missing}, which you don't have yourself.`)
}

/** Refuses who may not change the role and the permissions of this user. */
export function requireGrantable(caller: Administrator, target: Bearer): void {
  const reason = grantRefusal(caller, target)
  if (reason !== undefined) throw refusal(reason)
}

/** Refuses everything else against somebody with more rights than the caller's own. */
export function requireTouchable(caller: Administrator, target: Bearer): void {
  const reason = untouchableReason(caller, target)
  if (reason !== undefined) throw refusal(reason)
}

const refusal = (message: string) => new Problem('permission_missing', { message })
