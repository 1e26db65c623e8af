import type { ReactNode } from 'react'
import { useSession } from '../session/session.ts'
import * as texts from '../texts/layout.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { FullPageLoading } from './full-page-loading.tsx'

const StartFailure = lazyComponent(
  async () => (await import('./start-failure.tsx')).StartFailure,
  () => <FullPageLoading />,
)

/** Screens for both visitors and signed-in users say what they are waiting for. */
const forAll: readonly string[] = ['/user-management', '/admin-login']

/** Renders nothing until the session is known, which decides the routes. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  if (session.status === 'loading') {
    return <FullPageLoading text={forAll.includes(location.pathname) ? texts.loadingAuthentication : texts.loading} />
  }
  if (session.status !== 'failed') return children
  return <StartFailure {...session} />
}
