import { hasRight, holdsRole, unmanageableReason } from '../../../shared/administration.ts'
import {
  hasPermission,
  type Permission,
  type Principal,
  permissions,
  type Role,
  rolePresets,
  roles,
} from '../../../shared/permissions.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import * as areaTexts from '../../texts/administration.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { permissionTexts, roleTexts } from './permission-texts.ts'
import type { Access } from './use-access.ts'
import { type DashboardUser, type UserChange, useUserCalls } from './use-users.ts'

export interface EditPermissionsDialogProps extends DialogState {
  readonly access: Access
  readonly user: DashboardUser
}

type EditedUser = Pick<DashboardUser, 'role' | 'permissions' | 'isActive'>

const formOf = ({ role, permissions, isActive }: DashboardUser): EditedUser => ({ role, permissions, isActive })

const labels: Labels<EditedUser> = {
  role: areaTexts.role,
  permissions: areaTexts.permissions,
  isActive: areaTexts.activeUser,
}

export function EditPermissionsDialog({ access, user, isOpen, onClose }: EditPermissionsDialogProps) {
  const { viewer } = access
  const { form, set, dialog } = useEditForm({
    ...{ row: user, isOpen, onClose, formOf, labels },
    calls: useUserCalls(access, user),
    changeOf: (mine, opened) => bodyOf(mine, formOf(opened)),
  })
  const mayGrant = hasRight(viewer, 'grant')
  const choose = (role: Role) => set({ role, permissions: presetFor(role, user, access) })
  return (
    <FormDialog
      {...dialog}
      title={areaTexts.editUserPermissions}
      description={<bdi>{user.email}</bdi>}
      submitText={areaTexts.saveChanges}
      busyText={areaTexts.saving}
    >
      <Field
        label={areaTexts.role}
        hint={mayGrant ? areaTexts.choosingARoleSelects(roleTexts[form.role]) : areaTexts.toChangeRolesYou}
      >
        <Select
          name="role"
          disabled={!mayGrant}
          options={roles
            .filter((role) => role === user.role || holdsRole(viewer, role))
            .map((role) => ({ value: role, label: role }))}
          value={form.role}
          onChange={choose}
        />
      </Field>
      <Checkbox
        label={areaTexts.activeUser}
        name="isActive"
        hint={switchRefusal(access, user) ?? areaTexts.whenOffTheUser}
        checked={form.isActive}
        disabled={switchRefusal(access, user) !== undefined}
        onChange={(isActive) => set({ isActive })}
      />
      <PermissionList
        chosen={form.role === 'owner' ? permissions : form.permissions}
        held={user.permissions}
        viewer={viewer}
        lockedReason={lockedReason(form.role, mayGrant)}
        onChange={(chosen) => set({ permissions: [...chosen] })}
      />
    </FormDialog>
  )
}

function switchRefusal({ viewer }: Access, user: DashboardUser): string | undefined {
  if (user.id === viewer.id) return areaTexts.youCantDisableYour
  if (!hasRight(viewer, 'edit')) return areaTexts.toEnableOrDisable
  return unmanageableReason(viewer, user)
}

function lockedReason(role: Role, mayGrant: boolean): string | undefined {
  if (!mayGrant) return areaTexts.toChangePermissionsYou
  return role === 'owner' ? areaTexts.anOwnerHasEvery : undefined
}

/** The role's preset, limited to what the viewer can grant or the user already has. */
function presetFor(role: Role, user: DashboardUser, { viewer }: Access): Permission[] {
  if (role === user.role) return [...user.permissions]
  return rolePresets[role].filter((name) => hasPermission(viewer, name) || user.permissions.includes(name))
}

/** Only changed fields: the viewer may lack the permission to change the others. */
function bodyOf(form: UserChange, initial: UserChange): UserChange {
  const isOther = (key: keyof UserChange) => JSON.stringify(form[key]) !== JSON.stringify(initial[key])
  const changed = (['role', 'permissions', 'isActive'] as const).filter(isOther)
  return Object.fromEntries(changed.map((key) => [key, form[key]]))
}

interface PermissionListProps {
  readonly chosen: readonly Permission[]
  /** What the user already has; it can be checked again. */
  readonly held: readonly Permission[]
  readonly viewer: Principal
  /** Why no permission can be changed. */
  readonly lockedReason?: string | undefined
  readonly onChange: (chosen: readonly Permission[]) => void
}

/** The checklist of permissions. Those that the viewer lacks can be removed but not granted. */
function PermissionList({ chosen, held, viewer, lockedReason, onChange }: PermissionListProps) {
  const toggle = (permission: Permission, isOn: boolean) =>
    onChange(permissions.filter((each) => (each === permission ? isOn : chosen.includes(each))))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{areaTexts.permissions}</legend>
      {lockedReason !== undefined && <p className="mb-1 text-second text-fg-3">{lockedReason}</p>}
      {permissions.map((permission) => {
        const isChosen = chosen.includes(permission)
        const isLacking = !hasPermission(viewer, permission)
        return (
          <Checkbox
            key={permission}
            name={permission}
            label={<code className="text-second">{permission}</code>}
            hint={
              isLacking && lockedReason === undefined
                ? areaTexts.youCantGrantIt(permissionTexts[permission])
                : permissionTexts[permission]
            }
            checked={isChosen}
            disabled={lockedReason !== undefined || (isLacking && !isChosen && !held.includes(permission))}
            onChange={(isOn) => toggle(permission, isOn)}
          />
        )
      })}
    </fieldset>
  )
}
