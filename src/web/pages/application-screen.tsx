import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { ApplicationMissing } from '../features/application/application-missing.tsx'
import { ReadOnlyProvider } from '../features/application/read-only.tsx'
import { type Application, useApplication } from '../features/application/use-application.ts'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { Loading } from '../ui/feedback/loading.tsx'

interface ApplicationScreenProps {
  /** From the address. */
  readonly id: string
  readonly children: (application: Application) => ReactNode
}

/** A screen of one application, once it is loaded. An address without a possible ID reads as one of no application. */
export function ApplicationScreen({ id, children }: ApplicationScreenProps) {
  const isPossible = /^[1-9]\d{0,14}$/.test(id)
  const { data: application, error, refetch, isRefetching } = useApplication(isPossible ? Number(id) : 0, isPossible)
  if (application !== undefined) {
    return <ReadOnlyProvider application={application}>{children(application)}</ReadOnlyProvider>
  }
  const isMissing = !isPossible || (error instanceof ApiError && error.status === 404)
  return (
    <SignedInShell>
      <PageContent>
        {error === null && !isMissing ? (
          <Loading text="Loading application..." />
        ) : (
          <ApplicationMissing
            error={isMissing ? undefined : (error ?? undefined)}
            onRetry={() => void refetch()}
            isRetrying={isRefetching}
          />
        )}
      </PageContent>
    </SignedInShell>
  )
}
