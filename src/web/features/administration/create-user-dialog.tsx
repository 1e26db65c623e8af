import { holdsRole } from '../../../shared/administration.ts'
import { hasPermission, type Principal, type Role, rolePresets, roles } from '../../../shared/permissions.ts'
import { ApiError } from '../../api/api-error.ts'
import { type FieldErrors, useFormDialog } from '../../common/forms/use-form-dialog.tsx'
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
  { value: 'password', label: 'Set a password' },
  { value: 'invite', label: 'Invite link' },
] as const

const blank = { email: '', password: '', role: 'user' as Role, way: 'password' as (typeof ways)[number]['value'] }

export function CreateUserDialog({ access, isOpen, onClose, onInvited }: CreateUserDialogProps) {
  const { form, set, text, errors, close, dialog } = useFormDialog({ blank, isOpen, onClose, errorsOf })
  const create = useCreateUser(access, ({ email, invite }) => invite && onInvited({ email, ...invite }), close)
  const options = roles.filter((role) => holdsRole(access.viewer, role)).map((role) => ({ value: role, label: role }))
  return (
    <FormDialog
      {...dialog(create, (filled) => bodyOf(filled, access))}
      title="Create User"
      submitText="Create User"
      busyText="Creating…"
      disabledReason={missingText(form)}
    >
      <Field label="Email" isRequired error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <div className="flex flex-col gap-3">
        <Segmented label="First Sign-In" options={ways} value={form.way} onChange={(way) => set({ way })} />
        {form.way === 'password' ? (
          <Field
            label="Password"
            isRequired
            error={errors.password}
            hint="At least 12 characters. Shown next to the role until you close this page."
          >
            <PasswordInput {...text('password')} autoComplete="new-password" />
          </Field>
        ) : (
          <p className="text-second text-fg-2">
            You'll get a one-time link, valid for 7 days. The user chooses their own password.
          </p>
        )}
      </div>
      <Field label="Role" error={errors.role} hint={roleTexts[form.role]}>
        <Select name="role" options={options} value={form.role} onChange={(role) => set({ role })} />
      </Field>
      <RolePreset role={form.role} viewer={access.viewer} />
    </FormDialog>
  )
}

function missingText({ email, password, way }: typeof blank): string | undefined {
  if (email.trim() === '') return 'Enter an email address first.'
  return way === 'password' && password === '' ? 'Enter a password first.' : undefined
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
    ...(email !== undefined && { email: 'Enter a valid email address.' }),
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
      <p className="text-fg-2">{preset.length === 0 ? 'No permissions. You can grant them later.' : 'Permissions:'}</p>
      {preset.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {preset.map((permission) => (
            <li key={permission}>
              <PermissionTag permission={permission} isMissing={missing.includes(permission)} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <p className="text-fg-3">You can't grant crossed-out permissions, because you don't have them.</p>
      )}
    </div>
  )
}
