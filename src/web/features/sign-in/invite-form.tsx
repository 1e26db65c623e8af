import { type ChangeEvent, type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { NewPasswordField, shortPasswordError } from '../../common/forms/new-password-field.tsx'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { focusFirstInvalid } from '../../ui/form/focus-first-invalid.ts'
import { TextInput } from '../../ui/form/text-input.tsx'

export interface InviteFormProps {
  readonly token: string
  readonly email: string
  readonly onDone: () => void
  /** The link is no longer valid. */
  readonly onExpired: () => void
}

/** An invited user chooses a password, and may give a name. */
export function InviteForm({ token, email, onDone, onExpired }: InviteFormProps) {
  const [form, setForm] = useState({ password: '', firstName: '', lastName: '' })
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  const name = (part: 'firstName' | 'lastName') => ({
    name: part,
    maxLength: 64,
    value: form[part],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [part]: event.target.value }),
  })
  const accept = async () => {
    setIsBusy(true)
    try {
      await retrySignOut()
      const { user } = await api('POST /api/auth/invite', { body: { token, ...form } })
      markLoggedIn(user.email)
      onDone()
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error('')
      setIsBusy(false)
      if (error instanceof ApiError && error.code === 'invite_invalid') return onExpired()
      const refused = error instanceof ApiError ? error.fields.password : undefined
      if (refused !== undefined) setProblem(refused)
      toast(failureToast({ title: texts.error, fallback: texts.unknownError }, error))
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    const tooShort = shortPasswordError(form.password)
    setProblem(tooShort)
    if (tooShort === undefined) await accept()
    focusFirstInvalid(sent)
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      <Field label={texts.email}>
        <TextInput type="email" name="email" autoComplete="username" readOnly value={email} />
      </Field>
      <NewPasswordField value={form.password} error={problem} onChange={(password) => set({ password })} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
        <Field label={texts.firstNameOptional}>
          <TextInput {...name('firstName')} autoComplete="given-name" />
        </Field>
        <Field label={texts.lastNameOptional}>
          <TextInput {...name('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Button variant="primary" type="submit" isBusy={isBusy} busyText={texts.creating} className="w-full">
        {texts.setPasswordAndSign}
      </Button>
    </form>
  )
}
