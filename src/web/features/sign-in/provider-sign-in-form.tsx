import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'
import * as areaTexts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { focusFirstInvalid } from '../../ui/form/focus-first-invalid.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { CredentialFields } from './credential-fields.tsx'
import type { SecondStep } from './sign-in.ts'
import { SignInError } from './sign-in-error.tsx'

const SecondFactorForm = lazyComponent(async () => (await import('./second-factor-form.tsx')).SecondFactorForm)

export interface ProviderSignInFormProps {
  readonly signInUrl: string
  readonly onDone: () => void
}

/** Email and password of the account at the identity provider; they are never sent to this server. */
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
      toast({ title: areaTexts.error, description: areaTexts.pleaseEnterBothEmail, kind: 'destructive' })
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
      toast(failureToast({ title: areaTexts.loginFailed, fallback: areaTexts.failedToCreateSession }, refused))
      setError(refused)
      setIsBusy(false)
    }
  }
  const errors = {
    email: isAsked && email.trim() === '' ? areaTexts.enterYourEmailAddress : undefined,
    password: isAsked && password === '' ? areaTexts.enterYourPassword : undefined,
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
      {error !== undefined && <SignInError key={String(error)} error={error} />}
      <CredentialFields {...{ email, password, errors }} onEmail={setEmail} onPassword={setPassword} />
      <Button variant="primary" type="submit" isBusy={isBusy} busyText={areaTexts.signingIn} className="w-full">
        {areaTexts.signIn}
      </Button>
    </form>
  )
}

interface ProviderReply {
  readonly idToken?: unknown
  readonly error?: { readonly message?: unknown }
}

/** Error codes of providers with their texts, as far as they concern the user. */
const reasons: Readonly<Record<string, string>> = {
  INVALID_LOGIN_CREDENTIALS: areaTexts.invalidEmailOrPassword,
  INVALID_PASSWORD: areaTexts.invalidEmailOrPassword,
  EMAIL_NOT_FOUND: areaTexts.invalidEmailOrPassword,
  USER_DISABLED: areaTexts.theIdentityProviderHas,
  TOO_MANY_ATTEMPTS_TRY_LATER: areaTexts.tooManyAttemptsWait,
}

/**
 * Signs in at the identity provider and passes its token to the server; or returns the second factor the account
 * requires. Throws the errors of both.
 */
async function signInAtProvider(signInUrl: string, email: string, password: string): Promise<SecondStep | undefined> {
  await retrySignOut()
  const idToken = await askProvider(signInUrl, { email, password, returnSecureToken: true })
  const reply = await api('POST /api/auth/firebase-session', { body: { idToken } })
  if ('secondFactor' in reply) {
    // A provider's password is never remembered.
    return { credentials: { email, password: '', isRemembered: false }, ...reply.secondFactor }
  }
  markLoggedIn(reply.user.email)
  return undefined
}

async function askProvider(signInUrl: string, body: object): Promise<string> {
  const response = await fetch(signInUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => undefined)
  if (response === undefined) throw new Error('The identity provider cannot be reached. Check your connection.')
  const reply: ProviderReply = await response.json().catch(() => ({}))
  if (typeof reply.idToken === 'string') return reply.idToken
  const code = String(reply.error?.message ?? '').split(/[ :]/, 1)[0] ?? ''
  throw new Error(reasons[code] ?? 'The identity provider refused the sign-in.')
}
