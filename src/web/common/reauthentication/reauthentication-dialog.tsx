import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { passkeyProblem } from '../../session/passkey-support.ts'
import { useCurrentUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type OwnAccount, useReauthenticate } from './use-own-account.ts'

export interface ReauthenticationDialogProps extends DialogState {
  readonly account: OwnAccount
  readonly onDone: () => void
}

type Method = 'password' | 'code'

/** Asks for the password, a code or a passkey. */
export function ReauthenticationDialog({ account, isOpen, onClose, onDone }: ReauthenticationDialogProps) {
  const { email } = useCurrentUser()
  const [method, setMethod] = useState<Method>('password')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const reauthenticate = useReauthenticate(onDone)
  const hasPasskey = account.passkeyCount > 0 && passkeyProblem(account.passkeyHost) === undefined
  const failed = { onError: (thrown: Error) => setError(thrown.message) }
  const send = () => {
    setError(undefined)
    if (text === '') return setError(method === 'password' ? 'Enter your password.' : 'Enter a code.')
    reauthenticate.mutate(method === 'password' ? { password: text } : { code: text }, failed)
  }
  const askForPasskey = async () => {
    setError(undefined)
    try {
      const { askPasskey } = await import('../../api/passkey.ts')
      reauthenticate.mutate({ passkey: await askPasskey(await api('POST /api/account/prove/passkey')) }, failed)
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : 'No passkey was used. Try again.')
    }
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Confirm Your Identity"
      description="You won't be asked again for 5 minutes."
      onSubmit={send}
      submitText="Continue"
      isBusy={reauthenticate.isPending}
      busyText="Checking…"
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {account.hasTotp && (
        <Segmented<Method>
          label="Confirm With"
          options={[
            { value: 'password', label: 'Password' },
            { value: 'code', label: 'Code' },
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
        <Field label="Password" error={error}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      ) : (
        <Field label="Code" error={error} hint="From your authenticator app, or a recovery code.">
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
          Use a Passkey
        </Button>
      )}
    </FormDialog>
  )
}
