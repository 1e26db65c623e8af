import {
  type AdministrationRight,
  grantRefusal,
  hasRight,
  holdsRole,
  permissionsFor,
  unmanageableReason,
} from '../../../shared/administration.ts'
import { hasPermission, type Permission, type Principal, type Role } from '../../../shared/permissions.ts'
import { type Administrator, permissionMissing } from '../../http/auth/authenticate.ts'
import { Problem } from '../../http/problem.ts'

/** Refuses callers that have none of the permissions that allow this action. */
export function requireRight(caller: Administrator, right: AdministrationRight): void {
  if (hasRight(caller, right)) return
  throw permissionMissing(...permissionsFor(right))
}

/** Prevents privilege escalation: callers grant only roles and permissions that they have. */
export function refuseEscalation(caller: Administrator, role: Role | undefined, granted: readonly Permission[]): void {
  if (role !== undefined && !holdsRole(caller, role)) {
    throw permissionProblem(`You can't grant the role ${role}, which is above your own.`)
  }
  const missing = granted.find((permission) => !hasPermission(caller, permission))
  if (missing !== undefined)
    throw permissionProblem(`You can't grant the permission ${missing}, because you don't have it.`)
}

/** Refuses callers who may not change the role and the permissions of this user. */
export function requireGrantable(caller: Administrator, target: Principal): void {
  const reason = grantRefusal(caller, target)
  if (reason !== undefined) throw permissionProblem(reason)
}

/** Refuses all other actions on users with more rights than the caller. */
export function requireManageable(caller: Administrator, target: Principal): void {
  const reason = unmanageableReason(caller, target)
  if (reason !== undefined) throw permissionProblem(reason)
}

const permissionProblem = (message: string) => new Problem('permission_missing', { message })
