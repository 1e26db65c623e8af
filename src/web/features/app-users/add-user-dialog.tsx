import { ExpiryField } from '../../common/forms/expiry-field.tsx'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/app-users.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { SuggestedPassword } from './suggested-password.tsx'
import { type NewAppUser, useCreateUser } from './use-user-changes.ts'

export interface AddUserDialogProps extends DialogState {
  readonly applicationId: number
  readonly hwidLockEnabled: boolean
  readonly minPasswordLength: number
  /** Called with the password, which can't be read again. */
  readonly onCreated?: (user: { readonly username: string; readonly password: string }) => void
}

/** `<AddUserDialog applicationId={7} hwidLockEnabled isOpen={isOpen} onClose={close} … />` */
export const AddUserDialog = freshPerOpening(AddUserForm)

function AddUserForm({
  applicationId,
  hwidLockEnabled,
  minPasswordLength,
  isOpen,
  onClose,
  ...rest
}: AddUserDialogProps) {
  const blank = { username: '', password: '', suggestion: '', email: '', expiresAt: '', isLocked: hwidLockEnabled }
  const { form, set, text, flag, errors, close, dialog } = useFormDialog({
    ...{ blank, isOpen, onClose },
    validate: missingFields,
    invalidToast: () => ({ title: texts.error, description: texts.usernameAndPasswordAre }),
  })
  const create = useCreateUser(applicationId, {
    onReply: (_made, { username, password }) => rest.onCreated?.({ username, password }),
    onDone: close,
  })
  return (
    <FormDialog
      {...dialog(create, (filled) => bodyOf(filled, hwidLockEnabled))}
      title={texts.addUser}
      description={texts.createsAUserWho}
      needs="manage"
      submitText={texts.addUser}
      busyText={texts.adding}
    >
      <Field label={texts.username} isRequired error={errors.username}>
        <TextInput {...text('username')} autoComplete="off" spellCheck={false} />
      </Field>
      <SuggestedPassword
        isRequired
        value={form.password}
        suggestion={form.suggestion}
        onChange={(password) => set({ password })}
        onSuggest={(password) => set({ password, suggestion: password })}
        error={errors.password}
        hint={shortPasswordHint(form.password, minPasswordLength)}
      />
      <Field label={texts.emailOptional} error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" />
      </Field>
      <ExpiryField value={form.expiresAt} onChange={(expiresAt) => set({ expiresAt })} error={errors.expiresAt} />
      <Switch label={texts.hwidLock} hint={lockHint(form.isLocked, hwidLockEnabled)} {...flag('isLocked')} />
    </FormDialog>
  )
}

function missingFields({ username, password }: { username: string; password: string }) {
  return {
    ...(username.trim() === '' && { username: texts.usernameIsRequired }),
    ...(password.trim() === '' && { password: texts.passwordIsRequired }),
  }
}

interface Form {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly expiresAt: string
  readonly isLocked: boolean
}

/** Locked travels as an empty hwid; free of the lock only says so where the application has one. */
function bodyOf(form: Form, hwidLockEnabled: boolean): NewAppUser {
  const email = form.email.trim()
  return {
    username: form.username.trim(),
    password: form.password,
    ...(email !== '' && { email }),
    ...(form.expiresAt !== '' && { expiresAt: form.expiresAt }),
    ...(form.isLocked && { hwid: '' }),
    ...(!form.isLocked && hwidLockEnabled && { isHwidLocked: false }),
  }
}

function lockHint(isLocked: boolean, hwidLockEnabled: boolean): string {
  if (!isLocked) return texts.notLockedTheUser
  const binding = texts.lockedTheFirstDevice
  return hwidLockEnabled ? binding : texts.checkedOnlyWhileThe(binding)
}

function shortPasswordHint(password: string, minLength: number): string | undefined {
  if (password === '' || [...password].length >= minLength) return undefined
  return texts.shorterThanTheCharacters(minLength)
}
