import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import type { Activity } from '../features/activity/activity-columns.tsx'
import { ActivityPanel } from '../features/activity/activity-panel.tsx'
import { useApplications } from '../features/application/use-application.ts'
import { PageContent } from '../layout/page-content.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import type { Column } from '../ui/table-types.ts'
import { TextLink } from '../ui/text-link.tsx'
import { usePageAddress } from './use-page-address.ts'

const AuditPanel = lazy(async () => ({ default: (await import('../features/audit/audit-panel.tsx')).AuditPanel }))

const logs = [
  { value: 'events', label: 'Events' },
  { value: 'audit', label: 'Audit log' },
] as const

/** The filters of one log mean nothing to the other. */
const blank = (search: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))

/** What happened in all applications, or in one, at `/activity-logs`. */
export function ActivityLogsPage() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { filter, open } = usePageAddress()
  const isAudit = search.tab === 'audit'
  const { data: applications } = useApplications()
  const chosen = applications?.find(({ id }) => String(id) === search.app)
  const options = [
    { value: '', label: 'All applications' },
    ...(applications ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const column = useMemo(
    () => applicationColumn(new Map(applications?.map(({ id, name }) => [id, name]))),
    [applications],
  )
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
          <Suspense>
            <AuditPanel search={search} onSearch={filter} />
          </Suspense>
        ) : (
          <ActivityPanel
            applicationId={chosen?.id}
            search={search}
            onSearch={filter}
            extraColumn={chosen === undefined ? column : undefined}
            filters={
              <Select
                aria-label="Application"
                className="max-w-full max-sm:w-full sm:max-w-64"
                options={options}
                value={chosen === undefined ? '' : String(chosen.id)}
                onChange={(app) => filter({ app: app || undefined })}
              />
            }
          />
        )}
      </PageContent>
    </SignedInShell>
  )
}

function applicationColumn(names: ReadonlyMap<number, string>): Column<Activity> {
  return {
    key: 'application',
    head: 'Application',
    width: 'minmax(0, 1.1fr)',
    card: 'details',
    cell: ({ applicationId }) => (
      <TextLink
        href={`/app/${applicationId}?section=activity`}
        className="flex min-h-6 min-w-0 items-center no-underline hover:underline"
      >
        <bdi className="truncate">{names.get(applicationId) ?? `App ${applicationId}`}</bdi>
      </TextLink>
    ),
  }
}
