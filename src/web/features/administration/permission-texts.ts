import type { Permission, Role } from '../../../shared/permissions.ts'

/** What each permission allows (document 1, section 6). */
export const permissionTexts: Readonly<Record<Permission, string>> = {
  edit_code: 'Use the code editor and system files',
  manage_users: 'Create, edit and delete dashboard users',
  manage_applications: 'Create and configure applications',
  view_all_data: 'View the data of all accounts',
  delete_applications: 'Delete applications',
  manage_permissions: 'Change roles and permissions',
  access_admin_panel: 'Open the admin panel without the admin key',
}

export const roleTexts: Readonly<Record<Role, string>> = {
  owner: 'Full access',
  admin: 'Manages users and applications',
  staff: 'Sees the data of all accounts',
  moderator: 'Limited administrative access',
  user: 'Standard access',
}
