import { deviceLimitMax } from '../../../shared/constants.ts'
import { ExpiryField } from '../../common/forms/expiry-field.tsx'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { optionalCountError, parseOptionalCount } from '../../ui/form/parse-count.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatDateTime, isNever } from '../../ui/text/format.ts'
import { SuggestedPassword } from './suggested-password.tsx'
import type { AppUser } from './use-app-users.ts'
import { type ChangedAppUser, useUserCalls } from './use-user-changes.ts'

export interface EditUserDialogProps extends DialogState {
  readonly applicationId: number
  readonly user: AppUser
}

export const EditUserDialog = freshPerOpening(EditUserForm)

const texts = {
  devices: 'Devices',
  devicesHint: 'How many this user may have. Empty: as the license or the application.',
}

const labels: Labels<UserForm> = {
  username: 'Username',
  email: 'Email',
  expiresAt: { label: 'Expires At', show: (expiresAt) => (isNever(expiresAt) ? 'Never' : formatDateTime(expiresAt)) },
  deviceLimit: texts.devices,
  isActive: 'Active',
  isPaused: 'Paused',
}

function EditUserForm({ applicationId, user, isOpen, onClose }: EditUserDialogProps) {
  const calls = useUserCalls(applicationId, user)
  const { form, set, text, flag, errors, dialog } = useEditForm({
    ...{ row: user, isOpen, onClose, calls, formOf, changeOf, labels },
    validate: ({ username, deviceLimit }) => {
      const devices = optionalCountError(deviceLimit, deviceLimitMax)
      return {
        ...(username.trim() === '' && { username: 'Username is required' }),
        ...(devices !== undefined && { deviceLimit: devices }),
      }
    },
    invalidToast: (first) => ({ title: 'Error', description: first }),
  })
  return (
    <FormDialog {...dialog} title="Edit User" needs="help" submitText="Save Changes" busyText="Saving...">
      {user.kind === 'account' && (
        <>
          <Field label="Username" isRequired error={errors.username}>
            <TextInput {...text('username')} autoComplete="off" spellCheck={false} />
          </Field>
          <SuggestedPassword
            isRequired={false}
            placeholder="Leave empty to keep current"
            value={form.password}
            suggestion={form.suggestion}
            onChange={(password) => set({ password })}
            onSuggest={(password) => set({ password, suggestion: password })}
            error={errors.password}
            hint={undefined}
          />
        </>
      )}
      <Field label="Email (Optional)" error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" />
      </Field>
      <ExpiryField
        value={form.expiresAt}
        onChange={(expiresAt) => set({ expiresAt })}
        error={errors.expiresAt}
        hint={
          user.licenseId === null ? undefined : 'The license of this user may end earlier; the earlier date decides.'
        }
      />
      <Field label={texts.devices} hint={texts.devicesHint} error={errors.deviceLimit}>
        <TextInput {...text('deviceLimit')} inputMode="numeric" autoComplete="off" />
      </Field>
      <div className="flex flex-col gap-1">
        <Switch
          label="Active"
          hint="Off: the account is disabled and every sign-in is refused."
          {...flag('isActive')}
        />
        <Switch
          label="Paused"
          hint="On: refused for the time being, for instance while a payment is open."
          {...flag('isPaused')}
        />
      </div>
    </FormDialog>
  )
}

type UserForm = ReturnType<typeof formOf>

const formOf = (user: AppUser) => ({
  username: user.username,
  password: '',
  suggestion: '',
  email: user.email ?? '',
  expiresAt: user.expiresAt ?? '',
  deviceLimit: String(user.deviceLimit ?? ''),
  isActive: user.isActive,
  isPaused: user.isPaused,
})

/** What was changed. A blank password is left out, so that the current one stays; a blank expiry is sent as null. */
function changeOf(form: UserForm, opened: AppUser): ChangedAppUser {
  const { username, email, expiresAt, deviceLimit, isActive, isPaused } = form
  const wanted = {
    username: username.trim(),
    email: email.trim() || null,
    expiresAt: expiresAt || null,
    deviceLimit: parseOptionalCount(deviceLimit),
    isActive,
    isPaused,
  }
  const fields = Object.keys(wanted) as (keyof typeof wanted)[]
  return {
    ...Object.fromEntries(
      fields.filter((field) => wanted[field] !== opened[field]).map((field) => [field, wanted[field]]),
    ),
    ...(form.password.trim() !== '' && { password: form.password }),
  }
}
