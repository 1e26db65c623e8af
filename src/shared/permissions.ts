/** Roles, permissions and the presets of the roles. */
export const roles = ['owner', 'admin', 'staff', 'moderator', 'user'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'edit_code',
  'manage_users',
  'manage_applications',
  'view_all_data',
  'delete_applications',
  'manage_permissions',
  'access_admin_panel',
] as const
export type Permission = (typeof permissions)[number]

/** Preset permissions of a new user with a role; afterwards the stored list decides. */
export const rolePresets: Record<Role, readonly Permission[]> = {
  owner: permissions,
  admin: ['manage_users', 'manage_applications', 'view_all_data', 'delete_applications', 'access_admin_panel'],
  staff: ['view_all_data'],
  moderator: ['view_all_data'],
  user: [],
}

/** A role with permissions. */
export interface Principal {
  readonly role: Role
  readonly permissions: readonly Permission[]
}

/** The owner role has every permission, whatever is stored. */
export function hasPermission(bearer: Principal, permission: Permission): boolean {
  return bearer.role === 'owner' || bearer.permissions.includes(permission)
}
