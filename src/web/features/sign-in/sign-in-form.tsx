import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { failureToast } from '../../api/failure-toast.ts'
import { canUsePasskeys } from '../../session/passkey-support.ts'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { focusFirstInvalid } from '../../ui/form/focus-first-invalid.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { canRememberPassword } from './remember-key.ts'
import { rememberedEmail, rememberedPassword } from './remembered-sign-in.ts'
import { SignInError } from './sign-in-error.tsx'
import { useSignIn } from './use-sign-in.ts'

const SecondFactorForm = lazyComponent(async () => (await import('./second-factor-form.tsx')).SecondFactorForm)

export interface SignInFormProps {
  readonly onDone: () => void
  /** Opens the dialog for a forgotten password. */
  readonly forgotPasswordHref: string
}

/** The sign-in form, filled with what this browser remembers. */
export function SignInForm({ onDone, forgotPasswordHref }: SignInFormProps) {
  const [email, setEmail] = useState(rememberedEmail)
  const [password, setPassword] = useRememberedPassword()
  const [isRemembered, setIsRemembered] = useState(email !== '')
  const { submit, isBusy, errors, secondStep, back } = useSignIn(onDone)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit({ email, password, isRemembered })
    focusFirstInvalid(event.currentTarget)
  }
  if (secondStep !== undefined) {
    return <SecondFactorForm step={secondStep} onDone={onDone} onBack={back} />
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-5">
      {errors.form !== undefined && <SignInError key={String(errors.form)} error={errors.form} />}
      <CredentialFields {...{ email, password, errors }} onEmail={setEmail} onPassword={setPassword} />
      {/* The checkbox itself aligns with the fields. */}
      <div className="-ml-[3px] flex items-start justify-between gap-2 touch:-ml-[7px]">
        <Checkbox
          label={texts.rememberMe}
          name="remember"
          hint={canRememberPassword() ? undefined : texts.onlyYourEmailIs}
          checked={isRemembered}
          onChange={setIsRemembered}
        />
        <TextLink href={forgotPasswordHref} className="shrink-0 py-0.5 no-underline hover:underline touch:py-1.5">
          {texts.forgotPassword}
        </TextLink>
      </div>
      <Button variant="primary" type="submit" isBusy={isBusy} busyText={texts.signingIn} className="w-full">
        {texts.signIn}
      </Button>
      {canUsePasskeys() && <PasskeyButton onDone={onDone} />}
    </form>
  )
}

/** Remembered values arrive after the first render and never overwrite what is being typed. */
function useRememberedPassword() {
  const [password, setPassword] = useState('')
  useEffect(() => {
    let isWanted = true
    void rememberedPassword().then((found) => {
      if (isWanted) setPassword((typed) => (typed === '' ? found : typed))
    })
    return () => {
      isWanted = false
    }
  }, [])
  return [password, setPassword] as const
}

/** Signs in with a passkey alone; its code is loaded on press. */
function PasskeyButton({ onDone }: { readonly onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const signIn = async () => {
    setIsBusy(true)
    try {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts')
      await signInWithPasskey()
      onDone()
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error('')
      toast(failureToast({ title: texts.loginFailed, fallback: texts.authenticationError }, error))
      setIsBusy(false)
    }
  }
  return (
    <Button
      icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
      isBusy={isBusy}
      busyText={texts.waitingForThePasskey}
      onClick={() => void signIn()}
      className="w-full"
    >
      {texts.signInWithA}
    </Button>
  )
}
