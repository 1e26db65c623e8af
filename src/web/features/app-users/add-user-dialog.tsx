import { ExpiryField } from '../../common/forms/expiry-field.tsx'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
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
    invalidToast: () => ({ title: 'Error', description: 'Username and password are required' }),
  })
  const create = useCreateUser(applicationId, {
    onReply: (_made, { username, password }) => rest.onCreated?.({ username, password }),
    onDone: close,
  })
  return (
    <FormDialog
      {...dialog(create, (filled) => bodyOf(filled, hwidLockEnabled))}
      title="Add User"
      description="Creates a user who can log in to your software."
      needs="manage"
      submitText="Add User"
      busyText="Adding..."
    >
      <Field label="Username" isRequired error={errors.username}>
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
      <Field label="Email (Optional)" error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" />
      </Field>
      <ExpiryField value={form.expiresAt} onChange={(expiresAt) => set({ expiresAt })} error={errors.expiresAt} />
      <Switch label="HWID Lock" hint={lockHint(form.isLocked, hwidLockEnabled)} {...flag('isLocked')} />
    </FormDialog>
  )
}

function missingFields({ username, password }: { username: string; password: string }) {
  return {
    ...(username.trim() === '' && { username: 'Username is required' }),
    ...(password.trim() === '' && { password: 'Password is required' }),
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
  if (!isLocked) return 'Not locked: the user can log in on any device.'
  const binding = 'Locked: the first device to log in becomes the only one.'
  return hwidLockEnabled ? binding : `${binding} Checked only while the application's HWID Lock is on.`
}

function shortPasswordHint(password: string, minLength: number): string | undefined {
  if (password === '' || [...password].length >= minLength) return undefined
  return `Shorter than the ${minLength} characters that registration requires.`
}
