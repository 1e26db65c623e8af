import { type FormEvent, useState } from 'react'
import { dashboardPasswordMinLength } from '../../../shared/constants.ts'
import { ApiError } from '../../api/api-error.ts'
import { failedText } from '../../api/failed-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { type OwnerErrors, ownerErrors, setUp } from './set-up.ts'

export interface SetupFormProps {
  readonly token: string
  readonly onDone: () => void
  /** The token is good for nothing any more. */
  readonly onExpired: () => void
}

/** Who owns this installation. */
export function SetupForm({ token, onDone, onExpired }: SetupFormProps) {
  const [owner, setOwner] = useState({ email: '', password: '' })
  const [errors, setErrors] = useState<OwnerErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  const create = async () => {
    setIsBusy(true)
    try {
      await setUp(token, owner)
      onDone()
    } catch (thrown) {
      setIsBusy(false)
      const error = thrown instanceof Error ? thrown : new Error('')
      if (error instanceof ApiError && error.code === 'setup_link_invalid') return onExpired()
      if (error instanceof ApiError) setErrors(fieldErrors(error))
      toast(failedText({ title: 'Setup failed' }, error))
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = ownerErrors(owner)
    setErrors(found)
    if (Object.keys(found).length === 0) await create()
    focusFirstInvalid(form)
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email}>
        <TextInput
          type="email"
          name="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@example.com"
          value={owner.email}
          onChange={(event) => setOwner({ ...owner, email: event.target.value })}
        />
      </Field>
      <Field
        label="Password"
        error={errors.password}
        hint={`At least ${dashboardPasswordMinLength} characters. A few unrelated words make a good one.`}
      >
        <PasswordInput
          name="password"
          required
          autoComplete="new-password"
          minLength={dashboardPasswordMinLength}
          value={owner.password}
          onChange={(event) => setOwner({ ...owner, password: event.target.value })}
        />
      </Field>
      <Button variant="primary" type="submit" isBusy={isBusy} busyText="Creating…" className="w-full">
        Create Owner Account
      </Button>
    </form>
  )
}

function fieldErrors({ fields }: ApiError): OwnerErrors {
  return {
    ...(fields.email !== undefined && { email: 'Enter a valid email address.' }),
    ...(fields.password !== undefined && { password: fields.password }),
  }
}
