import { KeyRound } from 'lucide-react'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { passkeyProblem } from '../../session/passkey-support.ts'
import { useCurrentUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type OwnAccount, useReauthenticate } from './use-own-account.ts'

type RunReauthenticated = (job: () => void) => void

const ReauthenticationContext = createContext<RunReauthenticated>((job) => job())

/** Long enough to fill in what comes next. */
const marginMs = 60_000

/** Runs a job at once, or after its user has proved who they are. `const prove = useProof(); prove(() => setIsOpen(true))` */
export const useReauthentication = (): RunReauthenticated => useContext(ReauthenticationContext)

interface ReauthenticationProviderProps {
  readonly account: OwnAccount
  /** When the account was read, by this browser's clock. */
  readonly askedAtMs: number
  readonly children: ReactNode
}

/** Asks who is there before sensitive changes; the server asks in any case. */
export function ReauthenticationProvider({ account, askedAtMs, children }: ReauthenticationProviderProps) {
  const [isAsking, setIsAsking] = useState(false)
  const waiting = useRef<() => void>(undefined)
  const ask: RunReauthenticated = (job) => {
    if (askedAtMs + account.provedForMs - Date.now() > marginMs) return job()
    waiting.current = job
    setIsAsking(true)
  }
  return (
    <ReauthenticationContext value={ask}>
      {children}
      <ReauthenticationDialog
        account={account}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onDone={() => {
          setIsAsking(false)
          waiting.current?.()
        }}
      />
    </ReauthenticationContext>
  )
}

interface ReauthenticationDialogProps {
  readonly account: OwnAccount
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onDone: () => void
}

type Method = 'password' | 'code'

const ReauthenticationDialog = perOpening(ReauthenticationForm)

function ReauthenticationForm({ account, isOpen, onOpenChange, onDone }: ReauthenticationDialogProps) {
  const { email } = useCurrentUser()
  const [way, setWay] = useState<Method>('password')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const prove = useReauthenticate(onDone)
  const hasPasskey = account.passkeyCount > 0 && passkeyProblem(account.passkeyHost) === undefined
  const failed = { onError: (thrown: Error) => setError(thrown.message) }
  const send = () => {
    setError(undefined)
    if (text === '') return setError(way === 'password' ? 'Enter your password.' : 'Enter the code.')
    prove.mutate(way === 'password' ? { password: text } : { code: text }, failed)
  }
  const askForPasskey = async () => {
    setError(undefined)
    try {
      const { askPasskey } = await import('../../api/passkey.ts')
      prove.mutate({ passkey: await askPasskey(await api('POST /api/account/prove/passkey')) }, failed)
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : 'No passkey was used.')
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Confirm that it is you"
      description="This holds for five minutes."
      onSubmit={send}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={prove.isPending} busyText="Checking…">
            Continue
          </Button>
        </>
      }
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {account.hasTotp && (
        <Segmented<Method>
          label="How"
          options={[
            { value: 'password', label: 'Password' },
            { value: 'code', label: 'Code' },
          ]}
          value={way}
          onChange={(next) => {
            setWay(next)
            setText('')
            setError(undefined)
          }}
        />
      )}
      {way === 'password' ? (
        <Field label="Password" error={error}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      ) : (
        <Field label="Code" error={error} hint="Of your authenticator app, or a recovery code.">
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
    </Dialog>
  )
}
