import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { NavBar } from '../layout/nav-bar.tsx'
import { PageContent, PageShell } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useSession } from '../session/session.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { UiRoot } from '../ui/ui-root.tsx'

/**
 * A screen that visitors and the signed-in share. Its calls may go with the admin key, which sees more than the session:
 * the cache is its own.
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
      <PageShell topBar={<NavBar links={[{ label: 'Sign In', href: '/login' }]} />}>
        <ErrorBoundary resetKey="shared">{content}</ErrorBoundary>
      </PageShell>
    </UiRoot>
  )
}
