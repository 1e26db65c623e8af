import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useSession } from '../session/session.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { FullPageLoading } from './full-page-loading.tsx'

/** Nothing is shown before it is known who is there: the answer decides which routes there are. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  if (session.status === 'loading') return <FullPageLoading />
  if (session.status !== 'failed') return children
  const { error, retry, isRetrying } = session
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState message={error.message} requestId={requestId} onRetry={retry} isRetrying={isRetrying} />
    </main>
  )
}
