import { deviceLimitMax } from '../../../shared/constants.ts'
import { ExpiryField } from '../../common/forms/expiry-field.tsx'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/app-users.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { CountInput } from '../../ui/form/count-input.tsx'
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

const labels: Labels<UserForm> = {
  username: texts.username,
  email: texts.email,
  expiresAt: {
    label: texts.expiresAt,
    show: (expiresAt) => (isNever(expiresAt) ? texts.never : formatDateTime(expiresAt)),
  },
  deviceLimit: texts.devices,
  isActive: texts.active,
  isPaused: texts.paused,
}

function EditUserForm({ applicationId, user, isOpen, onClose }: EditUserDialogProps) {
  const calls = useUserCalls(applicationId, user)
  const { form, set, text, flag, errors, dialog } = useEditForm({
    ...{ row: user, isOpen, onClose, calls, formOf, changeOf, labels },
    validate: ({ username, deviceLimit }) => {
      const devices = optionalCountError(deviceLimit, deviceLimitMax)
      return {
        ...(username.trim() === '' && { username: texts.usernameIsRequired }),
        ...(devices !== undefined && { deviceLimit: devices }),
      }
    },
    invalidToast: (first) => ({ title: texts.error, description: first }),
  })
  return (
    <FormDialog {...dialog} title={texts.editUser} needs="help" submitText={texts.saveChanges} busyText={texts.saving}>
      {user.kind === 'account' && (
        <>
          <Field label={texts.username} isRequired error={errors.username}>
            <TextInput {...text('username')} autoComplete="off" spellCheck={false} />
          </Field>
          <SuggestedPassword
            isRequired={false}
            placeholder={texts.leaveEmptyToKeep}
            value={form.password}
            suggestion={form.suggestion}
            onChange={(password) => set({ password })}
            onSuggest={(password) => set({ password, suggestion: password })}
            error={errors.password}
            hint={undefined}
          />
        </>
      )}
      <Field label={texts.emailOptional} error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" />
      </Field>
      <ExpiryField
        value={form.expiresAt}
        onChange={(expiresAt) => set({ expiresAt })}
        error={errors.expiresAt}
        hint={user.licenseId === null ? undefined : texts.ifThisUsersLicense}
      />
      <Field label={texts.devices} hint={texts.howManyThisUser} error={errors.deviceLimit}>
        <CountInput {...text('deviceLimit')} />
      </Field>
      <div className="flex flex-col gap-1">
        <Switch label={texts.active} hint={texts.whenOffTheUser} {...flag('isActive')} />
        <Switch label={texts.paused} hint={texts.whenOnLoginsAre} {...flag('isPaused')} />
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
