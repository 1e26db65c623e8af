import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { applicationKeys } from '../api/query-keys/applications.ts'
import { AccessLost } from '../features/application/access-lost.tsx'
import { ApplicationMissing } from '../features/application/application-missing.tsx'
import { RightsProvider } from '../features/application/read-only.tsx'
import { type Application, useApplication } from '../features/application/use-application.ts'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { accessDoubt } from '../session/access-doubt.ts'
import * as texts from '../texts/pages.ts'
import { Loading } from '../ui/feedback/loading.tsx'

interface ApplicationScreenProps {
  /** From the address. */
  readonly id: string
  readonly children: (application: Application) => ReactNode
}

/** The screen of the application in the address. Another application starts with fresh state. */
export function AddressedApplication({ children }: Pick<ApplicationScreenProps, 'children'>) {
  const { id = '' } = useParams({ strict: false })
  return (
    <ApplicationScreen key={id} id={id}>
      {children}
    </ApplicationScreen>
  )
}

/** A screen of one application, once it is loaded. An address without a possible ID reads as one of no application. */
export function ApplicationScreen({ id, children }: ApplicationScreenProps) {
  const isPossible = /^[1-9]\d{0,14}$/.test(id)
  const { data: application, error, refetch, isRefetching } = useApplication(isPossible ? Number(id) : 0, isPossible)
  useRightsAgain(Number(id))
  const isMissing = !isPossible || (error instanceof ApiError && error.status === 404)
  if (application !== undefined && !isMissing) {
    return <RightsProvider application={application}>{children(application)}</RightsProvider>
  }
  return (
    <SignedInShell>
      <PageContent>
        {application !== undefined ? (
          <AccessLost application={application} />
        ) : error === null && !isMissing ? (
          <Loading text={texts.loadingApplication} />
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

/** After a refusal: the viewer may have another role now, or none. */
function useRightsAgain(id: number): void {
  const client = useQueryClient()
  useEffect(
    () =>
      accessDoubt.subscribe(() => {
        void client.invalidateQueries({ queryKey: applicationKeys.one(id) })
        void client.invalidateQueries({ queryKey: applicationKeys.every })
      }),
    [client, id],
  )
}
