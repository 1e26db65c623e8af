import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { passkeyProblem } from '../../session/passkey-support.ts'
import { useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/reauthentication.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type OwnAccount, useReauthenticate } from './use-own-account.ts'

export interface ReauthenticationDialogProps extends DialogState {
  readonly account: OwnAccount
  readonly onDone: () => void
}

type Method = 'password' | 'code'

/** Asks for the password, a code or a passkey. */
export function ReauthenticationDialog({ account, onDone, ...dialog }: ReauthenticationDialogProps) {
  const { email } = useCurrentUser()
  const [method, setMethod] = useState<Method>('password')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const reauthenticate = useReauthenticate(onDone)
  const hasPasskey = account.passkeyCount > 0 && passkeyProblem(account.passkeyHost) === undefined
  const failed = { onError: (thrown: Error) => setError(thrown.message) }
  const send = () => {
    setError(undefined)
    if (text === '') return setError(method === 'password' ? texts.enterYourPassword : texts.enterACode)
    reauthenticate.mutate(method === 'password' ? { password: text } : { code: text }, failed)
  }
  const askForPasskey = async () => {
    setError(undefined)
    try {
      const { askPasskey } = await import('../../api/passkey.ts')
      reauthenticate.mutate({ passkey: await askPasskey(await api('POST /api/account/prove/passkey')) }, failed)
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : texts.noPasskeyWasUsed)
    }
  }
  return (
    <FormDialog
      {...dialog}
      title={texts.confirmYourIdentity}
      description={texts.youWontBeAsked}
      onSubmit={send}
      submitText={texts.continueText}
      isBusy={reauthenticate.isPending}
      busyText={texts.checking}
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {account.hasTotp && (
        <Segmented<Method>
          label={texts.confirmWith}
          options={[
            { value: 'password', label: texts.password },
            { value: 'code', label: texts.code },
          ]}
          value={method}
          onChange={(next) => {
            setMethod(next)
            setText('')
            setError(undefined)
          }}
        />
      )}
      {method === 'password' ? (
        <PasswordField
          label={texts.password}
          error={error}
          name="password"
          autoComplete="current-password"
          value={text}
          onChange={setText}
        />
      ) : (
        <Field label={texts.code} error={error} hint={texts.fromYourAuthenticatorApp}>
          <TextInput
            name="code"
            isMono
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={20}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
      {hasPasskey && (
        <Button
          icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void askForPasskey()}
          className="w-full"
        >
          {texts.useAPasskey}
        </Button>
      )}
    </FormDialog>
  )
}
