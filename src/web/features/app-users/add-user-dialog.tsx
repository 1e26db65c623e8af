import { type ChangeEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { SuggestedPassword } from './suggested-password.tsx'
import { type NewAppUser, useCreateUser } from './use-user-changes.ts'

export interface AddUserDialogProps {
  readonly applicationId: number
  readonly hwidLockEnabled: boolean
  readonly minPasswordLength: number
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Hears the password, which nobody can read again later. */
  readonly onCreated?: (user: { readonly username: string; readonly password: string }) => void
}

/** `<AddUserDialog applicationId={7} hwidLockEnabled isOpen={isOpen} onClose={close} … />` */
export const AddUserDialog = perOpening(AddUserForm)

const noErrors: Readonly<Record<string, string>> = {}

function AddUserForm({
  applicationId,
  hwidLockEnabled,
  minPasswordLength,
  isOpen,
  onClose,
  ...rest
}: AddUserDialogProps) {
  const blank = { username: '', password: '', suggestion: '', email: '', expiresAt: '', isLocked: hwidLockEnabled }
  const [form, setForm] = useState(blank)
  const [errors, setErrors] = useState(noErrors)
  const set = (change: Partial<typeof blank>) => setForm({ ...form, ...change })
  const type = (field: 'username' | 'email') => (event: ChangeEvent<HTMLInputElement>) =>
    set({ [field]: event.target.value })
  const isDirty = JSON.stringify(form) !== JSON.stringify(blank)
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
  const create = useCreateUser(applicationId, {
    onReply: (_made, { username, password }) => rest.onCreated?.({ username, password }),
    onDone: close,
  })
  const submit = () => {
    const missing = missingFields(form)
    setErrors(missing)
    if (missing !== noErrors) {
      toast({ title: 'Error', description: 'Username and password are required', kind: 'destructive' })
      return
    }
    create.mutate(bodyOf(form, hwidLockEnabled), {
      onError: (error) => setErrors(error instanceof ApiError ? error.fields : noErrors),
    })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Add User"
      description="An account for somebody who uses your software."
      isDirty={isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={create.isPending} busyText="Adding...">
            Add User
          </Button>
        </>
      }
    >
      <Field label="Username" isRequired error={errors.username}>
        <TextInput
          name="username"
          autoComplete="off"
          spellCheck={false}
          value={form.username}
          onChange={type('username')}
        />
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
        <TextInput name="email" type="email" autoComplete="off" value={form.email} onChange={type('email')} />
      </Field>
      <ExpiryField value={form.expiresAt} onChange={(expiresAt) => set({ expiresAt })} error={errors.expiresAt} />
      <Switch
        label="HWID Lock"
        hint={lockHint(form.isLocked, hwidLockEnabled)}
        checked={form.isLocked}
        onChange={(isLocked) => set({ isLocked })}
      />
      {guard.question}
    </Dialog>
  )
}

function missingFields({ username, password }: { username: string; password: string }) {
  if (username.trim() !== '' && password.trim() !== '') return noErrors
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
  if (!isLocked) return 'Not locked: the user may sign in on any machine.'
  const binding = 'Locked, not bound yet: the first machine that signs in becomes the only one.'
  return hwidLockEnabled ? binding : `${binding} It is checked once the application's HWID Lock is on.`
}

function shortPasswordHint(password: string, minLength: number): string | undefined {
  if (password === '' || [...password].length >= minLength) return undefined
  return `Shorter than the ${minLength} characters that registration asks of users.`
}
