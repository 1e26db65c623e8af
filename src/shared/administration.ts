import { hasPermission, type Permission, type Principal, type Role, roles } from './permissions.ts'

/** Actions on dashboard users, and the permissions that allow them; any one of several is enough. */
const rights = {
  list: ['manage_users', 'manage_permissions', 'access_admin_panel'],
  create: ['manage_users', 'access_admin_panel'],
  edit: ['manage_users'],
  // Changing role and permissions of a user is not part of manage_users.
  grant: ['manage_permissions'],
} as const satisfies Record<string, readonly Permission[]>

export type AdministrationRight = keyof typeof rights

/** Permissions of which one is needed. */
export function permissionsFor(right: AdministrationRight): readonly Permission[] {
  return rights[right]
}

export function hasRight(bearer: Principal, right: AdministrationRight): boolean {
  return rights[right].some((permission) => hasPermission(bearer, permission))
}

/** Nobody grants a role that they don't have; a role includes those below it: owner, admin, staff, moderator, user. */
export function holdsRole(bearer: Principal, role: Role): boolean {
  return roles.indexOf(bearer.role) <= roles.indexOf(role)
}

/** Whether the second role is below the first. */
export function isDemotion(from: Role, to: Role): boolean {
  return roles.indexOf(from) < roles.indexOf(to)
}

/** Why role and permissions of this user can't be changed: only an owner changes an owner. */
export function grantRefusal(bearer: Principal, target: Principal): string | undefined {
  return target.role === 'owner' && bearer.role !== 'owner' ? 'Only an owner can change an owner.' : undefined
}

/**
 * Why no other action is allowed on this user: nobody disables, deletes, signs out or re-invites a user with more
 * rights than their own. Undefined if the user has no more rights.
 */
export function unmanageableReason(bearer: Principal, target: Principal): string | undefined {
  const refusal = grantRefusal(bearer, target)
  if (refusal !== undefined || bearer.role === 'owner') return refusal
  if (!holdsRole(bearer, target.role)) return `This user has the role ${target.role}, which is above your own.`
  const missing = target.permissions.find((permission) => !hasPermission(bearer, permission))
  return missing && `This user has the permission ${missing}, which you don't have.`
}
