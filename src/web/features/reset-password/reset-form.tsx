import { useState } from 'react'
import { dashboardPasswordMinLength } from '../../../shared/constants.ts'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { failedText } from '../../api/failed-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'

export interface ResetFormProps {
  readonly token: string
  readonly onDone: () => void
  /** The token is good for nothing any more. */
  readonly onExpired: () => void
}

export function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    try {
      await api('POST /api/auth/reset-password', { body: { token, password } })
      onDone()
    } catch (thrown) {
      setIsBusy(false)
      const error = thrown instanceof Error ? thrown : new Error('')
      if (error instanceof ApiError && error.code === 'reset_link_invalid') return onExpired()
      if (error instanceof ApiError) setProblem(error.fields.password)
      toast(failedText('Error', error))
    }
  }
  const check = () => {
    const isShort = password.length < dashboardPasswordMinLength
    setProblem(isShort ? `Password must be at least ${dashboardPasswordMinLength} characters.` : undefined)
    if (!isShort) void send()
  }
  return (
    <Form onSubmit={check} className="flex flex-col gap-5">
      <Field
        label="New password"
        error={problem}
        hint={`At least ${dashboardPasswordMinLength} characters. A few unrelated words make a good one.`}
      >
        <PasswordInput
          name="password"
          required
          autoComplete="new-password"
          minLength={dashboardPasswordMinLength}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button variant="primary" type="submit" isBusy={isBusy} busyText="Saving…" className="w-full">
        Set Password
      </Button>
    </Form>
  )
}
