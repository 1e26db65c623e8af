import { useState } from 'react'
import * as texts from '../../texts/portal.ts'
import { classNames } from '../../ui/class-names.ts'
import { FirstPasswordForm } from './first-password-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { KeyForm } from './key-form.tsx'
import { NameForm } from './name-form.tsx'
import { Narrow } from './narrow.tsx'
import { RecoverForm } from './recover-form.tsx'
import type { Portal } from './use-portal.ts'

type Way = 'name' | 'key'
/** What is shown: a way in, or what helps who lost theirs. */
type Step = Way | 'forgot' | 'recover' | 'first'

export interface SignInPageProps {
  readonly portal: Portal
  readonly onSignedIn: () => void
}

/** The ways in: by name and password, by license key, and by email for who has lost either. */
export function SignInPage({ portal, onSignedIn }: SignInPageProps) {
  const [step, setStep] = useState<Step>('name')
  const [said, setSaid] = useState<string>()
  const back = (done?: string) => {
    setSaid(done)
    setStep('name')
  }
  if (step === 'forgot') {
    return (
      <Narrow title={texts.forgotTitle} text={texts.forgotText}>
        <ForgotForm onBack={back} />
      </Narrow>
    )
  }
  if (step === 'first') {
    return (
      <Narrow title={texts.firstPasswordTitle} text={texts.firstPasswordText}>
        <FirstPasswordForm onBack={back} />
      </Narrow>
    )
  }
  if (step === 'recover') {
    return (
      <Narrow title={texts.keyLostTitle} text={texts.keyLostText}>
        <RecoverForm onBack={() => setStep('key')} />
      </Narrow>
    )
  }
  const takesKeys = portal.key_only !== 'off' || portal.sends_mail
  return (
    <Narrow title={texts.signIn} text={portal.welcome ?? texts.signInText}>
      {takesKeys && <WayChoice way={step} onChoose={setStep} />}
      {said !== undefined && (
        <p role="status" className="text-ok">
          {said}
        </p>
      )}
      {step === 'name' ? (
        <NameForm
          onSignedIn={onSignedIn}
          onForgot={portal.sends_mail ? () => setStep('forgot') : undefined}
          onFirst={() => setStep('first')}
        />
      ) : (
        <KeyForm portal={portal} onSignedIn={onSignedIn} onLost={() => setStep('recover')} />
      )}
    </Narrow>
  )
}

const ways = [
  { value: 'name', label: texts.byName },
  { value: 'key', label: texts.byKey },
] as const

function WayChoice({ way, onChoose }: { readonly way: Way; readonly onChoose: (way: Way) => void }) {
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-inner border border-line bg-raised p-1">
      <legend className="sr-only">{texts.waysIn}</legend>
      {ways.map(({ value, label }) => (
        <label
          key={value}
          className={classNames(
            'flex min-h-10 cursor-pointer items-center justify-center rounded-control font-medium',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            way === value ? 'bg-(--segment) text-fg shadow-[0_1px_3px_rgb(0_0_0/0.25)]' : 'text-fg-2',
          )}
        >
          <input type="radio" name="way" className="sr-only" checked={way === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
