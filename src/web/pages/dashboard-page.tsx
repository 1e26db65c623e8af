import { useRouter, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { ApiError } from '../api/api-error.ts'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { useLinkedDialog } from '../common/address/use-linked-dialog.ts'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { ApplicationGridSkeleton } from '../features/dashboard/application-grid.tsx'
import { Applications } from '../features/dashboard/applications.tsx'
import type { DashboardSearch } from '../features/dashboard/dashboard-search.ts'
import { ShortcutCards } from '../features/dashboard/shortcut-cards.tsx'
import { useShownApplications } from '../features/dashboard/use-applications.ts'
import { AllSidebar } from '../layout/all-sidebar.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useCurrentUser } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const Totals = lazyComponent(
  async () => (await import('../features/dashboard/totals.tsx')).Totals,
  () => <Skeleton className="h-44 w-full rounded-card" />,
)
const NewApplicationDialog = lazyDialog(
  async () => (await import('../features/dashboard/new-application-dialog.tsx')).NewApplicationDialog,
)

const TransferBanner = lazyComponent(async () => (await import('../features/team/transfer-banner.tsx')).TransferBanner)

/** `/` and `/dashboard`. */
export function DashboardPage() {
  const { email } = useCurrentUser()
  const { show, q = '', dialog, ...time } = useSearch({ strict: false })
  const router = useRouter()
  const { filter } = usePageAddress()
  const linked = useLinkedDialog(dialog === 'new-application' ? dialog : undefined)
  const openDialog = () => linked.show('new-application')
  const { applications, isAll, hasOthers, error, isFetching, refetch } = useShownApplications(show === 'all')
  useLiveUpdates()
  // The totals are those of the account's own applications.
  const hasSignIns = !isAll && applications?.some(({ stats }) => stats?.lastActivity != null) === true
  const narrow = (search: DashboardSearch) => filter({ ...search })
  return (
    <SignedInShell sidebar={<AllSidebar />}>
      <PageContent>
        <PageHeading
          title={texts.welcomeBack}
          documentTitle={texts.dashboard}
          description={<bdi>{email || texts.user}</bdi>}
          actions={
            <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={openDialog}>
              {texts.newApplication}
            </Button>
          }
        />
        {applications?.map(
          (application) =>
            application.attention.transfer !== null && (
              <TransferBanner key={application.id} application={application} until={application.attention.transfer} />
            ),
        )}
        {hasSignIns && <Totals search={time} onSearch={(search) => narrow({ ...search })} />}
        {applications !== undefined && (
          <Applications
            applications={applications}
            scope={
              hasOthers ? { isAll, onChange: (isWanted) => narrow({ show: isWanted ? 'all' : undefined }) } : undefined
            }
            search={q}
            onSearch={(text) => narrow({ q: text })}
            onNew={openDialog}
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
        isOpen={linked.isOpen('new-application')}
        onClose={linked.close}
        onCreated={({ id }) => router.history.replace(`/app/${id}`)}
      />
    </SignedInShell>
  )
}
