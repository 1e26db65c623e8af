import { useSearch } from '@tanstack/react-router'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { AllSidebar } from '../layout/all-sidebar.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'
import { Segmented } from '../ui/form/segmented.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const EventsLog = lazyComponent(async () => (await import('./events-log.tsx')).EventsLog)
const AuditPanel = lazyComponent(async () => (await import('../features/audit/audit-panel.tsx')).AuditPanel)

const logs = [
  { value: 'events', label: texts.events },
  { value: 'audit', label: texts.auditLog },
] as const

/** The two logs have different filters. */
const blank = (search: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))

/** Activity and audit log, at `/activity-logs`; only the open one is loaded. */
export function ActivityLogsPage() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { filter, open, hrefWith } = usePageAddress()
  const isAudit = search.tab === 'audit'
  return (
    <SignedInShell sidebar={<AllSidebar />}>
      <PageContent>
        <PageHeading
          key={String(isAudit)}
          title={texts.activityLogs}
          isAboveList
          description={isAudit ? texts.changesMadeInThis : texts.loginsRegistrationsSessionsAnd}
          actions={
            <Segmented
              label={texts.whichLog}
              options={logs}
              value={isAudit ? 'audit' : 'events'}
              onChange={(log) => open(log === 'audit' ? { ...blank(search), tab: 'audit' } : blank(search))}
            />
          }
        />
        {isAudit ? (
          <AuditPanel search={search} onSearch={filter} />
        ) : (
          <EventsLog {...{ search, hrefWith }} onSearch={filter} />
        )}
      </PageContent>
    </SignedInShell>
  )
}
