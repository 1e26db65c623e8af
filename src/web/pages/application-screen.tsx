import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { ApplicationMissing } from '../features/application/application-missing.tsx'
import { ReadOnlyProvider } from '../features/application/read-only.tsx'
import { type Application, useApplication } from '../features/application/use-application.ts'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { Loading } from '../ui/feedback/loading.tsx'

interface ApplicationScreenProps {
  readonly id: number
  readonly children: (application: Application) => ReactNode
}

/** A screen of one application, once it is loaded. */
export function ApplicationScreen({ id, children }: ApplicationScreenProps) {
  const { data: application, error, refetch, isRefetching } = useApplication(id)
  if (application !== undefined) {
    return <ReadOnlyProvider application={application}>{children(application)}</ReadOnlyProvider>
  }
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <SignedInShell>
      <PageContent>
        {error === null ? (
          <Loading text="Loading application..." />
        ) : (
          <ApplicationMissing
            error={isMissing ? undefined : error}
            onRetry={() => void refetch()}
            isRetrying={isRefetching}
          />
        )}
      </PageContent>
    </SignedInShell>
  )
}
