import { Redirect } from '../common/address/redirect.tsx'
import { useLinkToken } from '../common/address/use-link-token.ts'
import { NoSetupLink, SetupForm } from '../features/sign-in/setup-form.tsx'
import { CenteredHeading, CenteredPage } from '../layout/centered-page.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { useSession } from '../session/session.ts'
import * as texts from '../texts/pages.ts'

/** The page of the printed one-time link: creates the first account. */
export function SetupPage() {
  const { status } = useSession()
  const { token, dropToken } = useLinkToken('/setup')
  if (status === 'signed-in') return <Redirect to="/" />
  return (
    <CenteredPage>
      <CenteredHeading text={token ? texts.createTheOwnerAccount : undefined}>
        <PageHeading
          key={String(Boolean(token))}
          title={token ? texts.welcomeToKeywright : texts.setupLinkNeeded}
          documentTitle={texts.setup}
        />
      </CenteredHeading>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        {token ? (
          <SetupForm token={token} onDone={() => location.assign('/?dialog=new-application')} onExpired={dropToken} />
        ) : (
          <NoSetupLink isExpired={token === ''} />
        )}
      </div>
    </CenteredPage>
  )
}
