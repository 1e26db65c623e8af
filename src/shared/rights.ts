import type { Permission } from './permissions.ts'

/**
 * What a dashboard user may do with an application. `look`: read, keys masked. `check`: explain a login. `keys`: see
 * license keys in full. `help`: everyday help for users. `export`: download lists. `manage`: every other change. `team`:
 * members, transfer, the application's audit log. `delete`: delete it.
 */
export const rights = ['look', 'check', 'keys', 'help', 'export', 'manage', 'team', 'delete'] as const
export type Right = (typeof rights)[number]

/** Roles of an application's members, the lowest first. Its owner is no member. */
export const memberRoles = ['viewer', 'support', 'manager'] as const
export type MemberRole = (typeof memberRoles)[number]

/** What somebody can be in an application. */
export const teamRoles = [...memberRoles, 'owner'] as const
export type TeamRole = (typeof teamRoles)[number]

export const rightsOfRole: Readonly<Record<TeamRole, readonly Right[]>> = {
  viewer: ['look'],
  support: ['look', 'check', 'keys', 'help'],
  manager: ['look', 'check', 'keys', 'help', 'export', 'manage'],
  owner: rights,
}

/** What a permission adds in every application of the installation; the other permissions add nothing. */
export const rightsOfPermission: Readonly<Partial<Record<Permission, readonly Right[]>>> = {
  view_all_data: ['look', 'check', 'export'],
  manage_applications: ['keys', 'help', 'manage'],
  delete_applications: ['delete'],
}

/** The lowest role with this right. */
export function roleWith(right: Right): TeamRole {
  return teamRoles.find((role) => rightsOfRole[role].includes(right)) ?? 'owner'
}

/** A role as screens and messages write it. */
export const roleNames: Readonly<Record<TeamRole, string>> = {
  viewer: 'Viewer',
  support: 'Support',
  manager: 'Manager',
  owner: 'Owner',
}
