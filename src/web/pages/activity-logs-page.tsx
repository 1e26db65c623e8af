import { useSearch } from '@tanstack/react-router'
import { PageContent } from '../layout/page-content.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { late } from '../ui/late.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { usePageAddress } from './use-page-address.ts'

const EventsLog = late(async () => (await import('./events-log.tsx')).EventsLog)
const AuditPanel = late(async () => (await import('../features/audit/audit-panel.tsx')).AuditPanel)

const logs = [
  { value: 'events', label: 'Events' },
  { value: 'audit', label: 'Audit log' },
] as const

/** The filters of one log mean nothing to the other. */
const blank = (search: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))

/** What happened in the applications, and what was changed in the dashboard, at `/activity-logs`; one is fetched. */
export function ActivityLogsPage() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { filter, open, hrefWith } = usePageAddress()
  const isAudit = search.tab === 'audit'
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          key={String(isAudit)}
          title="Activity Logs"
          description={
            isAudit ? 'What was changed in this dashboard.' : 'Sign-ins, registrations, sessions and refusals.'
          }
          actions={
            <Segmented
              label="Which log"
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
