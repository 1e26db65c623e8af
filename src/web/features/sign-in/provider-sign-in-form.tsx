import { type FormEvent, useState } from 'react'
import { failedText } from '../../api/failed-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts'
import { late } from '../../ui/late.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { signInAtProvider } from './provider-sign-in.ts'
import { Refusal } from './refusal.tsx'
import type { SecondStep } from './sign-in.ts'

const SecondFactorForm = late(async () => (await import('./second-factor-form.tsx')).SecondFactorForm)

export interface ProviderSignInFormProps {
  readonly signInUrl: string
  readonly onDone: () => void
}

/** E-mail and password of the account at the identity provider; they never reach this server. */
export function ProviderSignInForm({ signInUrl, onDone }: ProviderSignInFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const [isAsked, setIsAsked] = useState(false)
  const [secondStep, setSecondStep] = useState<SecondStep>()
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setIsAsked(true)
    if (email.trim() === '' || password === '') {
      toast({ title: 'Error', description: 'Please enter both email and password', kind: 'destructive' })
      focusFirstInvalid(form)
      return
    }
    setIsBusy(true)
    try {
      const step = await signInAtProvider(signInUrl, email.trim(), password)
      if (step === undefined) return onDone()
      setSecondStep(step)
      setIsBusy(false)
    } catch (thrown) {
      const refused = thrown instanceof Error ? thrown : new Error('')
      toast(failedText({ title: 'Login failed', fallback: 'Failed to create session' }, refused))
      setError(refused)
      setIsBusy(false)
    }
  }
  if (secondStep !== undefined) {
    const back = (ended?: Error) => {
      setSecondStep(undefined)
      setError(ended)
    }
    return <SecondFactorForm step={secondStep} onDone={onDone} onBack={back} />
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      {error !== undefined && <Refusal key={String(error)} error={error} />}
      <Field label="Email" error={isAsked && email.trim() === '' ? 'Enter your email address.' : undefined}>
        <TextInput
          type="email"
          name="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password" error={isAsked && password === '' ? 'Enter your password.' : undefined}>
        <PasswordInput
          name="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button variant="primary" type="submit" isBusy={isBusy} busyText="Signing in…" className="w-full">
        Sign In
      </Button>
    </form>
  )
}
