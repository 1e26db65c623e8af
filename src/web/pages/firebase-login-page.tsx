import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { Redirect } from '../common/address/redirect.tsx'
import { ProviderSignInForm } from '../features/sign-in/provider-sign-in-form.tsx'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { QuietHeading, QuietPage } from '../layout/quiet-page.tsx'
import { useSession } from '../session/session.ts'
import { Loading } from '../ui/feedback/loading.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Sign-in through the identity provider; without one the sign-in of this server, so that nobody ends up nowhere. */
export function FirebaseLoginPage() {
  const { status } = useSession()
  const signInUrl = useProvider()
  if (status === 'signed-in') return <Redirect to="/" />
  const enter = () => location.assign('/')
  return (
    <QuietPage>
      <QuietHeading text="Access your Keywright dashboard">
        <PageHeading title="Sign in" />
      </QuietHeading>
      <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-6">
        {signInUrl === undefined && <Loading text="Loading..." />}
        {signInUrl === null && (
          <>
            <Note>
              No identity provider is set up on this server. Sign in with your email and password here or on the{' '}
              <TextLink href="/login">sign-in page</TextLink>.
            </Note>
            <SignInForm onDone={enter} forgotPasswordHref="/login?dialog=forgot-password" />
          </>
        )}
        {signInUrl && (
          <>
            <ProviderSignInForm signInUrl={signInUrl} onDone={enter} />
            <p className="text-center text-second text-fg-2">
              This signs in at the identity provider <bdi>{new URL(signInUrl).host}</bdi>. An account of this server
              alone signs in on the <TextLink href="/login">sign-in page</TextLink>.
            </p>
          </>
        )}
      </div>
    </QuietPage>
  )
}

/**
 * Where the provider's sign-in is; null without one, undefined until it is known. The page may talk to the provider only
 * when it was loaded at this very address: that is where the server's policy allows it.
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
