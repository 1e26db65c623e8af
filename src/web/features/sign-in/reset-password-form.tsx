import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { NewPasswordField, shortPasswordError } from '../../common/forms/new-password-field.tsx'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Form } from '../../ui/form/form.tsx'

export interface ResetFormProps {
  readonly token: string
  readonly onDone: () => void
  /** The token is no longer valid. */
  readonly onExpired: () => void
}

export function ResetPasswordForm({ token, onDone, onExpired }: ResetFormProps) {
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
      toast(failureToast(texts.error, error))
    }
  }
  const check = () => {
    const tooShort = shortPasswordError(password)
    setProblem(tooShort)
    if (tooShort === undefined) void send()
  }
  return (
    <Form onSubmit={check} className="flex flex-col gap-5">
      <NewPasswordField label={texts.newPassword} value={password} error={problem} onChange={setPassword} />
      <Button variant="primary" type="submit" isBusy={isBusy} busyText={texts.saving} className="w-full">
        {texts.setPassword}
      </Button>
    </Form>
  )
}

/** Shown without a valid link: why, and how to get a new one. */
export function NoResetLink({ isExpired }: { readonly isExpired: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-fg-2">{isExpired ? texts.thisLinkHasExpired : texts.openThisPageWith}</p>
      <ButtonLink href="/login?dialog=forgot-password">{texts.getALink}</ButtonLink>
    </div>
  )
}

export function PasswordReset() {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-fg-2">{texts.youWereSignedOut}</p>
      <ButtonLink href="/login">{texts.signIn}</ButtonLink>
    </div>
  )
}
