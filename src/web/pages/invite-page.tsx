import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { useLinkToken } from '../common/address/use-link-token.ts'
import { InviteForm } from '../features/sign-in/invite-form.tsx'
import { type Invited, JoinApplication } from '../features/sign-in/join-application.tsx'
import { CenteredHeading, CenteredPage } from '../layout/centered-page.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import * as texts from '../texts/pages.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Loading } from '../ui/feedback/loading.tsx'

/** The page of an invite link: the user chooses a password and is signed in, or joins an application. */
export function InvitePage() {
  const { token, dropToken } = useLinkToken('/invite')
  const { invited, error, retry } = useInvited(token, dropToken)
  const isGood = token !== undefined && token !== ''
  const isToApplication = invited?.application !== undefined
  return (
    <CenteredPage>
      <CenteredHeading
        text={isGood ? (isToApplication ? texts.youreInvitedToAn : texts.chooseAPasswordFor) : undefined}
      >
        <PageHeading
          key={String(isGood)}
          title={isGood ? texts.welcomeToKeywright : texts.inviteLinkNeeded}
          documentTitle={texts.invite}
        />
      </CenteredHeading>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        {!isGood && (
          <div className="flex flex-col gap-5">
            <p className="text-fg-2">{token === '' ? texts.thisLinkHasExpired : texts.openThisPageWith}</p>
            <ButtonLink href="/login">{texts.signInText}</ButtonLink>
          </div>
        )}
        {isGood && error !== undefined && (
          <div className="flex flex-col gap-5">
            <p role="alert">{error.message}</p>
            <Button onClick={retry}>{texts.tryAgain}</Button>
          </div>
        )}
        {isGood && error === undefined && invited === undefined && <Loading text={texts.loading} />}
        {isGood && invited !== undefined && !isToApplication && (
          <InviteForm token={token} email={invited.email} onDone={() => location.assign('/')} onExpired={dropToken} />
        )}
        {isGood && invited !== undefined && isToApplication && (
          <JoinApplication
            token={token}
            invited={invited}
            onDone={(address) => location.assign(address)}
            onExpired={dropToken}
          />
        )}
      </div>
    </CenteredPage>
  )
}

/** Looks up the invited user once per link. */
function useInvited(token: string | undefined, dropToken: () => void) {
  const [invited, setInvited] = useState<Invited>()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for another link or at another try
  useEffect(() => {
    if (!token) return
    let isWanted = true
    setError(undefined)
    api('POST /api/auth/invite/check', { body: { token } }).then(
      (found) => isWanted && setInvited(found),
      (refused: Error) => {
        if (!isWanted) return
        if (refused instanceof ApiError && refused.code === 'invite_invalid') dropToken()
        else setError(refused)
      },
    )
    return () => {
      isWanted = false
    }
  }, [token, tries])
  return { invited, error, retry: () => setTries(tries + 1) }
}
