import { useState } from 'react'
import { roleNames } from '../../../shared/rights.ts'
import { ApiError } from '../../api/api-error.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { useSession } from '../../session/session.ts'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { InviteForm, type InviteFormProps } from './invite-form.tsx'

export type Invited = ApiReply<'POST /api/auth/invite/check'>

interface JoinApplicationProps extends Omit<InviteFormProps, 'email' | 'onDone'> {
  readonly invited: Invited
  /** Called with the address of the application. */
  readonly onDone: (address: string) => void
}

/** An invite to an application: accepted by who is signed in with its email, or with a new account. */
export function JoinApplication({ invited, token, onDone, onExpired }: JoinApplicationProps) {
  const session = useSession()
  const { email, application, role } = invited
  const signedInAs = session.status === 'signed-in' ? session.user.email : undefined
  const isSame = signedInAs?.toLowerCase() === email.toLowerCase()
  return (
    <div className="flex flex-col gap-5">
      {application !== undefined && role !== undefined && (
        <p className="text-fg-2">
          {texts.yourRoleIn} <bdi className="font-medium text-fg">{application}</bdi> {texts.willBe(roleNames[role])}
        </p>
      )}
      {isSame ? (
        <AcceptButton token={token} onDone={onDone} onExpired={onExpired} />
      ) : (
        <>
          <p className="text-fg-2">
            {texts.thisInviteIsFor} <bdi className="font-medium text-fg">{email}</bdi>
            {texts.signInWithThat}
          </p>
          <ButtonLink href="/login">{texts.signIn}</ButtonLink>
          <InviteForm token={token} email={email} onDone={() => onDone('/')} onExpired={onExpired} />
        </>
      )}
    </div>
  )
}

function AcceptButton({ token, onDone, onExpired }: Pick<JoinApplicationProps, 'token' | 'onDone' | 'onExpired'>) {
  const [isBusy, setIsBusy] = useState(false)
  const accept = async () => {
    setIsBusy(true)
    try {
      const { applicationId } = await api('POST /api/account/invites/accept', { body: { token } })
      onDone(`/app/${applicationId}`)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error('')
      setIsBusy(false)
      if (error instanceof ApiError && error.code === 'invite_invalid') return onExpired()
      toast(failureToast({ title: texts.failedToAcceptInvite, fallback: texts.unknownError }, error))
    }
  }
  return (
    <Button
      variant="primary"
      isBusy={isBusy}
      busyText={texts.accepting}
      onClick={() => void accept()}
      className="w-full"
    >
      {texts.acceptInvite}
    </Button>
  )
}
