import type { Permission, Role } from '../../../shared/permissions.ts'
import * as texts from '../../texts/administration.ts'

/** What each permission allows (document 1, section 6). */
export const permissionTexts: Readonly<Record<Permission, string>> = {
  edit_code: texts.useTheCodeEditor,
  manage_users: texts.createEditAndDelete,
  manage_applications: texts.createAndConfigureApplications,
  view_all_data: texts.viewTheDataOf,
  delete_applications: texts.deleteApplications,
  manage_permissions: texts.changeRolesAndPermissions,
  access_admin_panel: texts.openTheAdminPanel,
}

export const roleTexts: Readonly<Record<Role, string>> = {
  owner: texts.fullAccess,
  admin: texts.managesUsersAndApplications,
  staff: texts.seesTheDataOf,
  moderator: texts.limitedAdministrativeAccess,
  user: texts.standardAccess,
}
