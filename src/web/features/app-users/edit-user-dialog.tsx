import { type ChangeEvent, useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatDateTime, isNever } from '../../ui/text/format.ts'
import { ExpiryField } from './expiry-field.tsx'
import { SuggestedPassword } from './suggested-password.tsx'
import type { AppUser } from './use-app-users.ts'
import { type ChangedAppUser, useUserCalls } from './use-user-changes.ts'

export interface EditUserDialogProps {
  readonly applicationId: number
  /** Who is edited; kept while the window closes. */
  readonly user: AppUser
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const EditUserDialog = perOpening(EditUserForm)

const labels: Labels<UserForm> = {
  username: 'Username',
  email: 'Email',
  expiresAt: { label: 'Expires At', show: (expiresAt) => (isNever(expiresAt) ? 'Never' : formatDateTime(expiresAt)) },
  isActive: 'Active',
  isPaused: 'Paused',
}

function EditUserForm({ applicationId, user, isOpen, onClose }: EditUserDialogProps) {
  const calls = useUserCalls(applicationId, user)
  const edits = useEditForm({ row: user, isOpen, onClose, calls, formOf, changeOf, labels })
  const { form, set, close } = edits
  const [isNameMissing, setIsNameMissing] = useState(false)
  const errors: Readonly<Record<string, string | undefined>> = {
    ...fieldErrors(edits.error),
    ...(isNameMissing && { username: 'Username is required' }),
  }
  const type = (field: 'username' | 'email') => (event: ChangeEvent<HTMLInputElement>) =>
    set({ [field]: event.target.value })
  const submit = () => {
    const isMissing = form.username.trim() === ''
    setIsNameMissing(isMissing)
    if (isMissing) toast({ title: 'Error', description: 'Username is required', kind: 'destructive' })
    else edits.submit()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Edit User"
      isDirty={edits.isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={edits.isSaving} busyText="Saving...">
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
      {edits.question}
    </Dialog>
  )
}

type UserForm = ReturnType<typeof formOf>

const formOf = (user: AppUser) => ({
  username: user.username,
  password: '',
  suggestion: '',
  email: user.email ?? '',
  expiresAt: user.expiresAt ?? '',
  isActive: user.isActive,
  isPaused: user.isPaused,
})

/** What was changed. A blank password is left out, so that the current one stays; a blank expiry is sent as null. */
function changeOf(form: UserForm, opened: AppUser): ChangedAppUser {
  const { username, email, expiresAt, isActive, isPaused } = form
  const wanted = {
    username: username.trim(),
    email: email.trim() || null,
    expiresAt: expiresAt || null,
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
