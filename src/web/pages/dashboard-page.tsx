import { useRouter, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { ApiError } from '../api/api-error.ts'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { changeAddress } from '../common/address/change-address.ts'
import { stringifySearch } from '../common/address/search-text.ts'
import { useAddressDialog } from '../common/address/use-address-dialog.ts'
import { ApplicationGridSkeleton } from '../features/dashboard/application-grid.tsx'
import { Applications } from '../features/dashboard/applications.tsx'
import type { DashboardSearch } from '../features/dashboard/dashboard-search.ts'
import { NewApplicationDialog } from '../features/dashboard/new-application-dialog.tsx'
import { ShortcutCards } from '../features/dashboard/shortcut-cards.tsx'
import { useShownApplications } from '../features/dashboard/use-applications.ts'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useCurrentUser } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'

/** `/` and `/dashboard`. */
export function DashboardPage() {
  const { email } = useCurrentUser()
  const { show, q = '' } = useSearch({ strict: false })
  const router = useRouter()
  const dialog = useAddressDialog('new-application')
  const { applications, isAll, hasOthers, ownIds, error, isFetching, refetch } = useShownApplications(show === 'all')
  useLiveUpdates()
  const narrow = (search: DashboardSearch) => {
    const { pathname, search: current } = router.state.location
    changeAddress(router, pathname + stringifySearch({ ...current, ...search }), { isReplacing: true })
  }
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title="Welcome back!"
          documentTitle="Dashboard"
          description={<bdi>{email || 'User'}</bdi>}
          actions={
            <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={dialog.open}>
              New Application
            </Button>
          }
        />
        {applications !== undefined && (
          <Applications
            applications={applications}
            ownIds={ownIds}
            scope={
              hasOthers ? { isAll, onChange: (isWanted) => narrow({ show: isWanted ? 'all' : undefined }) } : undefined
            }
            search={q}
            onSearch={(text) => narrow({ q: text })}
            onNew={dialog.open}
            onRefresh={refetch}
            isRefreshing={isFetching}
          />
        )}
        {applications === undefined && error === null && <ApplicationGridSkeleton />}
        {applications === undefined && error !== null && (
          <ErrorState
            message={error.message}
            requestId={error instanceof ApiError ? error.requestId : undefined}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
        {applications !== undefined && applications.length > 0 && <ShortcutCards />}
      </PageContent>
      <NewApplicationDialog
        isOpen={dialog.isOpen}
        onOpenChange={dialog.change}
        onCreated={({ id }) => router.history.replace(`/app/${id}`)}
      />
    </SignedInShell>
  )
}
