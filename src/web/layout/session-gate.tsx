import type { ReactNode } from 'react'
import { useSession } from '../session/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { FullPageLoading } from './full-page-loading.tsx'

const StartFailure = lazyComponent(
  async () => (await import('./start-failure.tsx')).StartFailure,
  () => <FullPageLoading />,
)

/** Screens that visitors and the signed-in reach alike say what they wait for. */
const forAll: readonly string[] = ['/user-management', '/admin-login']

/** Nothing is shown before it is known who is there: the answer decides which routes there are. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  if (session.status === 'loading') {
    return <FullPageLoading text={forAll.includes(location.pathname) ? 'Loading authentication...' : 'Loading...'} />
  }
  if (session.status !== 'failed') return children
  return <StartFailure {...session} />
}
