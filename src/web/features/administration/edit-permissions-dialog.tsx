import { hasRight, holdsRole, untouchableReason } from '../../../shared/administration.ts'
import {
  hasPermission,
  type Permission,
  permissions,
  type Role,
  rolePresets,
  roles,
} from '../../../shared/permissions.ts'
import type { Labels } from '../../forms/clashes.ts'
import { useEdits } from '../../forms/use-edits.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { perOpening } from '../../ui/opening.tsx'
import { Select } from '../../ui/select.tsx'
import { PermissionList } from './permission-list.tsx'
import { roleTexts } from './permission-texts.ts'
import type { Access } from './use-access.ts'
import { type DashboardUser, type UserChange, useUserCalls } from './use-users.ts'

export interface EditPermissionsDialogProps {
  readonly access: Access
  /** Who is edited; kept while the window closes. */
  readonly user: DashboardUser
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const EditPermissionsDialog = perOpening(EditForm)

type EditedUser = Pick<DashboardUser, 'role' | 'permissions' | 'isActive'>

const formOf = ({ role, permissions, isActive }: DashboardUser): EditedUser => ({ role, permissions, isActive })

const labels: Labels<EditedUser> = { role: 'Role', permissions: 'Permissions', isActive: 'Active User' }

function EditForm({ access, user, isOpen, onClose }: EditPermissionsDialogProps) {
  const { viewer } = access
  const edits = useEdits({
    ...{ row: user, isOpen, onClose, formOf, labels },
    calls: useUserCalls(access, user),
    changeOf: (mine, opened) => bodyOf(mine, formOf(opened)),
  })
  const { form, set, close } = edits
  const mayGrant = hasRight(viewer, 'grant')
  const choose = (role: Role) => set({ role, permissions: presetFor(role, user, access) })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Edit User Permissions"
      description={<bdi>{user.email}</bdi>}
      isDirty={edits.isDirty}
      onSubmit={edits.submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={edits.isSaving} busyText="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <Field
        label="Role"
        hint={
          mayGrant
            ? `${roleTexts[form.role]}. Choosing a role ticks what it usually brings along.`
            : 'Changing roles needs the permission manage_permissions.'
        }
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
        label="Active User"
        name="isActive"
        hint={switchRefusal(access, user) ?? 'Off: signed out everywhere at once, and no sign-in until it is on again.'}
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
      {edits.question}
    </Dialog>
  )
}

function switchRefusal({ viewer }: Access, user: DashboardUser): string | undefined {
  if (user.id === viewer.id) return 'You cannot switch off your own account.'
  if (!hasRight(viewer, 'edit')) return 'Switching accounts on and off needs the permission manage_users.'
  return untouchableReason(viewer, user)
}

function lockedReason(role: Role, mayGrant: boolean): string | undefined {
  if (!mayGrant) return 'Changing permissions needs the permission manage_permissions.'
  return role === 'owner' ? 'An owner has every permission.' : undefined
}

/** What the role brings along, as far as the viewer can give it; what the user holds already may stay. */
function presetFor(role: Role, user: DashboardUser, { viewer }: Access): Permission[] {
  if (role === user.role) return [...user.permissions]
  return rolePresets[role].filter((name) => hasPermission(viewer, name) || user.permissions.includes(name))
}

/** Only what was changed: who may change one of them may not always change the others. */
function bodyOf(form: UserChange, initial: UserChange): UserChange {
  const isOther = (key: keyof UserChange) => JSON.stringify(form[key]) !== JSON.stringify(initial[key])
  const changed = (['role', 'permissions', 'isActive'] as const).filter(isOther)
  return Object.fromEntries(changed.map((key) => [key, form[key]]))
}
