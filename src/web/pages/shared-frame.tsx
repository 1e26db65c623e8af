import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { landingLinks } from '../layout/landing-links.ts'
import { NavBar } from '../layout/nav-bar.tsx'
import { PageContent, PageShell } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useSession } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { UiRoot } from '../ui/ui-root.tsx'

/**
 * The frame of a screen for both visitors and signed-in users. It has its own query cache: with the admin key,
 * responses hold more than the session may see.
 */
export function SharedFrame({ children }: { readonly children: ReactNode }) {
  const { status } = useSession()
  const [client] = useState(() => createQueryClient())
  const content = (
    <QueryClientProvider client={client}>
      <PageContent>{children}</PageContent>
    </QueryClientProvider>
  )
  if (status === 'signed-in') return <SignedInShell>{content}</SignedInShell>
  return (
    <UiRoot>
      <PageShell topBar={<NavBar links={links} actions={<SignInButton />} />}>
        <ErrorBoundary resetKey="shared">{content}</ErrorBoundary>
      </PageShell>
    </UiRoot>
  )
}

/** Full addresses, so that they are loaded: the landing page is a document of its own. */
const links = landingLinks.map(({ label, href }) => ({ label, href: location.origin + href }))

function SignInButton() {
  return (
    <ButtonLink href="/login" variant="primary" size="sm">
      {texts.signInText}
    </ButtonLink>
  )
}
