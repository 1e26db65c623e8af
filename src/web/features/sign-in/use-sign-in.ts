import { useState } from 'react'
import { failureToast } from '../../api/failure-toast.ts'
import type { CurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/sign-in.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type Credentials, type SecondStep, signIn } from './sign-in.ts'

export interface SignInErrors {
  readonly email?: string
  readonly password?: string
  /** An error of the whole form. */
  readonly form?: Error
}

/**
 * State of a sign-in: validated, sent, failed or done. `isBusy` stays true after a success, because the page is about
 * to navigate. `secondStep` is set while a second factor is required.
 * `const { submit, isBusy, errors } = useSignIn(() => location.assign('/'))`
 */
export function useSignIn(onDone: (user: CurrentUser) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [errors, setErrors] = useState<SignInErrors>({})
  const [secondStep, setSecondStep] = useState<SecondStep>()
  const submit = async (credentials: Credentials) => {
    const missing = missingFields(credentials)
    setErrors(missing)
    if (missing.email !== undefined || missing.password !== undefined) {
      toast({ title: texts.error, description: texts.pleaseEnterBothEmail, kind: 'destructive' })
      return
    }
    setIsBusy(true)
    try {
      const outcome = await signIn(credentials)
      if (!('ticket' in outcome)) return onDone(outcome)
      setSecondStep(outcome)
      setIsBusy(false)
    } catch (thrown) {
      refuse(thrown)
    }
  }
  const refuse = (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error('')
    toast(failureToast({ title: texts.loginFailed, fallback: texts.authenticationError }, error))
    setErrors({ form: error })
    setIsBusy(false)
  }
  const back = (error?: Error) => {
    setSecondStep(undefined)
    setErrors(error === undefined ? {} : { form: error })
  }
  return { submit, isBusy, errors, secondStep, back }
}

function missingFields({ email, password }: Credentials): SignInErrors {
  return {
    ...(email.trim() === '' && { email: texts.enterYourEmailAddress }),
    ...(password === '' && { password: texts.enterYourPassword }),
  }
}
