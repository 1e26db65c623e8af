import { type ChangeEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../layout/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useOpenings } from '../../ui/use-openings.ts'
import { ExpiryField } from './expiry-field.tsx'
import { SuggestedPassword } from './suggested-password.tsx'
import { type AppUser, type ChangedAppUser, useUpdateUser } from './use-app-users.ts'

export interface EditUserDialogProps {
  readonly applicationId: number
  /** Who is edited; kept while the window closes. */
  readonly user: AppUser
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function EditUserDialog(props: EditUserDialogProps) {
  return <EditUserForm key={useOpenings(props.isOpen)} {...props} />
}

const noErrors: Readonly<Record<string, string>> = {}

function EditUserForm({ applicationId, user, isOpen, onClose }: EditUserDialogProps) {
  const [initial] = useState(() => formOf(user))
  const [form, setForm] = useState(initial)
  const [errors, setErrors] = useState(noErrors)
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  const type = (field: 'username' | 'email') => (event: ChangeEvent<HTMLInputElement>) =>
    set({ [field]: event.target.value })
  const isDirty = JSON.stringify(form) !== JSON.stringify(initial)
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
  const update = useUpdateUser(applicationId, close)
  const submit = () => {
    if (form.username.trim() === '') {
      setErrors({ username: 'Username is required' })
      toast({ title: 'Error', description: 'Username is required', kind: 'destructive' })
      return
    }
    setErrors(noErrors)
    update.mutate(
      { user, body: bodyOf(form) },
      { onError: (error) => setErrors(error instanceof ApiError ? error.fields : noErrors) },
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Edit User"
      isDirty={isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={update.isPending} busyText="Saving...">
            Save Changes
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
        isRequired={false}
        placeholder="Leave empty to keep current"
        value={form.password}
        suggestion={form.suggestion}
        onChange={(password) => set({ password })}
        onSuggest={(password) => set({ password, suggestion: password })}
        error={errors.password}
        hint={undefined}
      />
      <Field label="Email (Optional)" error={errors.email}>
        <TextInput name="email" type="email" autoComplete="off" value={form.email} onChange={type('email')} />
      </Field>
      <ExpiryField
        value={form.expiresAt}
        onChange={(expiresAt) => set({ expiresAt })}
        error={errors.expiresAt}
        hint={
          user.licenseId === null ? undefined : 'The license of this user may end earlier; the earlier date decides.'
        }
      />
      <div className="flex flex-col gap-1">
        <Switch
          label="Active"
          hint="Off: the account is disabled and every sign-in is refused."
          checked={form.isActive}
          onChange={(isActive) => set({ isActive })}
        />
        <Switch
          label="Paused"
          hint="On: refused for the time being, for instance while a payment is open."
          checked={form.isPaused}
          onChange={(isPaused) => set({ isPaused })}
        />
      </div>
      {guard.question}
    </Dialog>
  )
}

const formOf = (user: AppUser) => ({
  username: user.username,
  password: '',
  suggestion: '',
  email: user.email ?? '',
  expiresAt: user.expiresAt ?? '',
  isActive: user.isActive,
  isPaused: user.isPaused,
})

/** A blank password is left out, so that the current one stays; a blank expiry is sent as null. */
function bodyOf(form: ReturnType<typeof formOf>): ChangedAppUser {
  return {
    username: form.username.trim(),
    email: form.email.trim() || null,
    expiresAt: form.expiresAt || null,
    isActive: form.isActive,
    isPaused: form.isPaused,
    ...(form.password.trim() !== '' && { password: form.password }),
  }
}
