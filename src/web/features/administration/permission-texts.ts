import type { Permission, Role } from '../../../shared/permissions.ts'

/** What each permission allows (document 1, section 6). */
export const permissionTexts: Readonly<Record<Permission, string>> = {
  edit_code: 'Code editor and system files',
  manage_users: 'Create, edit and manage user accounts',
  manage_applications: 'Create and configure applications',
  view_all_data: 'System data and analytics',
  delete_applications: 'Delete applications',
  manage_permissions: 'Modify roles and permissions',
  access_admin_panel: 'The admin panel without the admin key',
}

export const roleTexts: Readonly<Record<Role, string>> = {
  owner: 'Full system access and control',
  admin: 'Administrative privileges',
  staff: 'Sees the data of all accounts',
  moderator: 'Limited administrative access',
  user: 'Standard access',
}
