import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { CurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { finishSignIn, type SecondStep } from './sign-in.ts'
import { SignInError } from './sign-in-error.tsx'

export interface SecondFactorFormProps {
  readonly step: SecondStep
  readonly onDone: (user: CurrentUser) => void
  /** Back to the password; with the error that ended this step, if any. */
  readonly onBack: (error?: Error) => void
}

type Proof = Parameters<typeof api<'POST /api/auth/second-factor'>>[1]['body']

/** The second step of a sign-in: an authenticator code, a recovery code or a passkey. */
export function SecondFactorForm({ step, onDone, onBack }: SecondFactorFormProps) {
  const [code, setCode] = useState('')
  const [isRecovery, setIsRecovery] = useState(!step.hasTotp && !step.hasPasskey)
  const [error, setError] = useState<Error>()
  const [busyWith, setBusyWith] = useState<'code' | 'passkey'>()
  const asksCode = step.hasTotp || isRecovery

  const send = async (what: 'code' | 'passkey', proof: () => Promise<Proof>) => {
    setBusyWith(what)
    setError(undefined)
    try {
      onDone(await finishSignIn(step.credentials, await api('POST /api/auth/second-factor', { body: await proof() })))
    } catch (thrown) {
      const failure = thrown instanceof Error ? thrown : new Error('')
      if (failure instanceof ApiError && failure.code === 'second_factor_expired') return onBack(failure)
      setError(failure)
      setBusyWith(undefined)
    }
  }
  const sendCode = () => {
    if (code.trim() === '') return setError(new Error(isRecovery ? texts.enterARecoveryCode : texts.enterACode))
    void send('code', async () => ({ ticket: step.ticket, code }))
  }
  const askForPasskey = () =>
    void send('passkey', async () => {
      const { askPasskey } = await import('../../api/passkey.ts')
      const options = await api('POST /api/auth/second-factor/passkey', { body: { ticket: step.ticket } })
      return { ticket: step.ticket, passkey: await askPasskey(options) }
    })
  const change = () => {
    setIsRecovery(!isRecovery)
    setCode('')
    setError(undefined)
  }
  return (
    <Form onSubmit={sendCode} className="flex flex-col gap-5">
      {error !== undefined && <SignInError key={String(error)} error={error} />}
      <p className="text-fg-2">
        {isRecovery ? texts.enterOneOfYour : asksCode ? texts.enterTheCodeFrom : texts.useYourPasskeyTo}
      </p>
      {asksCode && (
        <Field label={isRecovery ? texts.recoveryCode : texts.code}>
          <TextInput
            key={String(isRecovery)}
            name="code"
            isMono
            autoFocus
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={isRecovery ? 20 : 10}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      {asksCode && (
        <Button
          variant="primary"
          type="submit"
          isBusy={busyWith === 'code'}
          busyText={texts.signingIn}
          className="w-full"
        >
          {texts.signIn}
        </Button>
      )}
      {step.hasPasskey && !isRecovery && (
        <Button
          variant={asksCode ? 'secondary' : 'primary'}
          icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
          isBusy={busyWith === 'passkey'}
          busyText={texts.waitingForThePasskey}
          onClick={askForPasskey}
          className="w-full"
        >
          {texts.useAPasskey}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={() => onBack()}>
          {texts.back}
        </Button>
        {(step.hasTotp || step.hasPasskey) && (
          <Button variant="ghost" size="sm" onClick={change}>
            {isRecovery ? texts.useAnotherWay : texts.useARecoveryCode}
          </Button>
        )}
      </div>
    </Form>
  )
}
