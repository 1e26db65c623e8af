import { holdsRole } from '../../../shared/administration.ts'
import { hasPermission, type Principal, type Role, rolePresets, roles } from '../../../shared/permissions.ts'
import { ApiError } from '../../api/api-error.ts'
import { type FieldErrors, useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as areaTexts from '../../texts/administration.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { ShownInvite } from './invite-link-dialog.tsx'
import { PermissionTag } from './permission-tag.tsx'
import { roleTexts } from './permission-texts.ts'
import type { Access } from './use-access.ts'
import { type NewDashboardUser, useCreateUser } from './use-users.ts'

export interface CreateUserDialogProps extends DialogState {
  readonly access: Access
  /** Called with the invite link if the user is to choose the password. */
  readonly onInvited: (invite: ShownInvite) => void
}

const ways = [
  { value: 'password', label: areaTexts.setAPassword },
  { value: 'invite', label: areaTexts.inviteLink },
] as const

const blank = { email: '', password: '', role: 'user' as Role, way: 'password' as (typeof ways)[number]['value'] }

export function CreateUserDialog({ access, isOpen, onClose, onInvited }: CreateUserDialogProps) {
  const { form, set, text, errors, close, dialog } = useFormDialog({ blank, isOpen, onClose, errorsOf })
  const create = useCreateUser(access, ({ email, invite }) => invite && onInvited({ email, ...invite }), close)
  const options = roles.filter((role) => holdsRole(access.viewer, role)).map((role) => ({ value: role, label: role }))
  return (
    <FormDialog
      {...dialog(create, (filled) => bodyOf(filled, access))}
      title={areaTexts.createUser}
      submitText={areaTexts.createUser}
      busyText={areaTexts.creating}
      disabledReason={missingText(form)}
    >
      <Field label={areaTexts.email} isRequired error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <div className="flex flex-col gap-3">
        <Segmented label={areaTexts.firstSignIn} options={ways} value={form.way} onChange={(way) => set({ way })} />
        {form.way === 'password' ? (
          <Field label={areaTexts.password} isRequired error={errors.password} hint={areaTexts.atLeast12Characters}>
            <PasswordInput {...text('password')} autoComplete="new-password" />
          </Field>
        ) : (
          <p className="text-second text-fg-2">{areaTexts.youllGetAOne}</p>
        )}
      </div>
      <Field label={areaTexts.role} error={errors.role} hint={roleTexts[form.role]}>
        <Select name="role" options={options} value={form.role} onChange={(role) => set({ role })} />
      </Field>
      <RolePreset role={form.role} viewer={access.viewer} />
    </FormDialog>
  )
}

function missingText({ email, password, way }: typeof blank): string | undefined {
  if (email.trim() === '') return areaTexts.enterAnEmailAddress
  return way === 'password' && password === '' ? areaTexts.enterAPasswordFirst : undefined
}

/** The role's preset, without permissions that the viewer can't grant. */
function bodyOf({ email, password, role, way }: typeof blank, { viewer }: Access): NewDashboardUser {
  const given = rolePresets[role].filter((permission) => hasPermission(viewer, permission))
  return {
    email: email.trim(),
    role,
    ...(way === 'password' && { password }),
    ...(given.length < rolePresets[role].length && { permissions: given }),
  }
}

function errorsOf(error: Error): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'email_taken') return { email: error.message }
  const { email, password, role } = error.fields
  return {
    ...(email !== undefined && { email: areaTexts.enterAValidEmail }),
    ...(password !== undefined && { password }),
    ...(role !== undefined && { role }),
  }
}

/** The permissions of the role, with those that the viewer can't grant crossed out. */
function RolePreset({ role, viewer }: { readonly role: Role; readonly viewer: Principal }) {
  const preset = rolePresets[role]
  const missing = preset.filter((permission) => !hasPermission(viewer, permission))
  return (
    <div className="flex flex-col gap-2 text-second">
      <p className="text-fg-2">{preset.length === 0 ? areaTexts.noPermissionsYouCan : 'Permissions:'}</p>
      {preset.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {preset.map((permission) => (
            <li key={permission}>
              <PermissionTag permission={permission} isMissing={missing.includes(permission)} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && <p className="text-fg-3">{areaTexts.youCantGrantCrossed}</p>}
    </div>
  )
}
