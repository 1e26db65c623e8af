import { type FormEvent, useState } from 'react'
import { hasRight } from '../../../shared/administration.ts'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { adminKey } from '../../session/admin-key.ts'
import { useSession } from '../../session/session.ts'
import * as texts from '../../texts/administration.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'

/** The characters the server accepts in a key: the header allows no others. */
const sendable = /^[!-~]+$/

export interface AdminKeyFormProps {
  /** Continues without a key, with the session's own permissions. */
  readonly onEnterBySession: () => void
}

/** Asks for the admin key. Loading the list of users verifies it. */
export function AdminKeyForm({ onEnterBySession }: AdminKeyFormProps) {
  const session = useSession()
  const [key, setKey] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isBlank = key.trim() === ''
  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBlank || isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      await verify(key.trim())
      toast({ title: texts.accessGranted })
      adminKey.set(key.trim())
    } catch (thrown) {
      const refusal = failureToast(
        { title: isRefused(thrown) ? texts.invalidKey : texts.failedToVerifyThe, fallback: texts.accessDenied },
        thrown instanceof Error ? thrown : new Error(''),
      )
      toast(refusal)
      setError(refusal.description)
      setIsBusy(false)
    }
  }
  const mayEnter = session.status === 'signed-in' && hasRight(session.user, 'create')
  return (
    <form noValidate onSubmit={(event) => void enter(event)} className="flex flex-col gap-5">
      <PasswordField
        label={texts.adminKey}
        error={error}
        hint={texts.toSeeItRun}
        name="admin-key"
        autoComplete="off"
        value={key}
        onChange={setKey}
      />
      <Button
        variant="primary"
        type="submit"
        className="w-full"
        isBusy={isBusy}
        busyText={texts.verifying}
        disabledReason={isBlank ? texts.enterTheAdminKey : undefined}
      >
        {texts.enter}
      </Button>
      {mayEnter && (
        <Button className="w-full" onClick={onEnterBySession}>
          {texts.continueAs(session.user.email)}
        </Button>
      )}
      <ButtonLink href="/" variant="ghost">
        {texts.home}
      </ButtonLink>
    </form>
  )
}

/** Not when the server couldn't say: overloaded, unreachable, broken. */
function isRefused(thrown: unknown): boolean {
  return !(thrown instanceof ApiError) || thrown.status === 401 || thrown.status === 403
}

async function verify(key: string): Promise<void> {
  if (!sendable.test(key)) throw new Error('Invalid admin key')
  await api('GET /api/admin/users', { query: { limit: '1' } }, { headers: { 'x-admin-key': key } })
}
