import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { Redirect } from '../common/address/redirect.tsx'
import { ProviderSignInForm } from '../features/sign-in/provider-sign-in-form.tsx'
import { CenteredHeading, CenteredPage } from '../layout/centered-page.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { useSession } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { Loading } from '../ui/feedback/loading.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Sign-in through the identity provider; without one it leads to the server's own sign-in. */
export function FirebaseLoginPage() {
  const { status } = useSession()
  const signInUrl = useProvider()
  if (status === 'signed-in') return <Redirect to="/" />
  if (signInUrl === null) return <Redirect to="/login" />
  const enter = () => location.assign('/')
  return (
    <CenteredPage>
      <CenteredHeading text={texts.accessYourKeywrightDashboard}>
        <PageHeading title={texts.signIn} />
      </CenteredHeading>
      <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-6">
        {signInUrl === undefined && <Loading text={texts.loading} />}
        {signInUrl && (
          <>
            <ProviderSignInForm signInUrl={signInUrl} onDone={enter} />
            <p className="text-center text-second text-fg-2">
              {texts.signsYouInWith} <bdi>{new URL(signInUrl).host}</bdi>
              {texts.forAnAccountOn} <TextLink href="/login">{texts.signInPage}</TextLink>.
            </p>
          </>
        )}
      </div>
    </CenteredPage>
  )
}

/**
 * The provider's sign-in address; null without a provider, undefined while loading. The server's CSP allows the
 * provider only on a page that was loaded at this address.
 */
function useProvider(): string | null | undefined {
  const [signInUrl, setSignInUrl] = useState<string | null>()
  useEffect(() => {
    api('GET /api/auth/options').then(
      ({ providerSignInUrl }) => {
        if (providerSignInUrl !== null && !wasLoadedHere()) location.reload()
        else setSignInUrl(providerSignInUrl)
      },
      () => setSignInUrl(null),
    )
  }, [])
  return signInUrl
}

function wasLoadedHere(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && new URL(navigation.name).pathname.startsWith('/firebase-login')
}
