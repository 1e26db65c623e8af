import { ScrollText } from 'lucide-react'
import { hasPermission } from '../../../shared/permissions.ts'
import { type ApiRow, apiList } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { useCurrentUser } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-types.ts'
import { Time } from '../../ui/time.tsx'
import { TruncatedText } from '../../ui/truncated-text.tsx'
import { auditEntities } from './audit-entities.ts'

const listKey = 'GET /api/audit'
type AuditEntry = ApiRow<typeof listKey>

export interface AuditPanelProps {
  /** From the address: `entity`, `mine`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
}

/** Who changed what in the dashboard: the own changes, with view_all_data everybody's. */
export function AuditPanel({ search, onSearch }: AuditPanelProps) {
  const user = useCurrentUser()
  const seesAll = hasPermission(user, 'view_all_data')
  const action = auditEntities.some(({ value }) => value === search.entity) ? search.entity : undefined
  const isMine = seesAll && search.mine === 'true'
  const query = { ...(action && { action }), ...(isMine && { accountId: String(user.id) }) }
  const entries = useList({
    queryKey: [listKey, query],
    read: (paging, signal) => apiList(listKey, { query: { ...query, ...paging } }, { signal }),
    rowKey: ({ id }: AuditEntry) => id,
  })
  const isFiltered = action !== undefined || isMine
  return (
    <Card isFlush>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
        <Select
          aria-label="What was changed"
          className="max-sm:w-full"
          options={auditEntities}
          value={action ?? ''}
          onChange={(entity) => onSearch({ entity: entity || undefined })}
        />
        {seesAll ? (
          <Select
            aria-label="Whose changes"
            className="max-sm:w-full"
            options={whose}
            value={isMine ? 'mine' : 'all'}
            onChange={(value) => onSearch({ mine: value === 'mine' ? 'true' : undefined })}
          />
        ) : (
          <p className="text-second text-fg-3">These are your own changes.</p>
        )}
      </div>
      <Table
        label="Audit log"
        columns={columns}
        {...entries}
        total={undefined}
        filter={
          isFiltered
            ? {
                text: 'No change matches this filter.',
                onClear: () => onSearch({ entity: undefined, mine: undefined }),
              }
            : undefined
        }
        empty={
          <EmptyState
            icon={<ScrollText strokeWidth={1.75} aria-hidden />}
            title="No changes yet"
            text="Every change in this dashboard is noted here, with who made it and from where."
          />
        }
      />
    </Card>
  )
}

const whose = [
  { value: 'all', label: 'Everybody' },
  { value: 'mine', label: 'Only mine' },
] as const

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'time',
    head: 'Time',
    width: 'minmax(10.5rem, 0.8fr)',
    card: 'details',
    cell: ({ createdAt }) => <Time value={createdAt} show="date-time" />,
  },
  {
    key: 'actor',
    head: 'Who',
    width: 'minmax(0, 1.2fr)',
    card: 'details',
    cell: ({ actor }) => <TruncatedText text={actor} />,
  },
  {
    key: 'action',
    head: 'Change',
    width: 'minmax(0, 1fr)',
    card: 'title',
    cell: ({ action }) => <code className="block truncate text-second">{action}</code>,
  },
  {
    key: 'subject',
    head: 'Of',
    width: 'minmax(0, 1fr)',
    card: 'details',
    cell: ({ subject }) => <TruncatedText text={subject} />,
  },
  {
    key: 'details',
    head: 'Details',
    width: 'minmax(0, 1.8fr)',
    card: 'details',
    cell: ({ details }) =>
      details === null ? <span className="text-fg-3">None</span> : <TruncatedText text={details} />,
  },
  {
    key: 'ip',
    head: 'IP',
    width: 'minmax(0, 0.8fr)',
    card: 'details',
    cell: ({ ipAddress }) =>
      ipAddress === '' ? <span className="text-fg-3">Server</span> : <TruncatedText text={ipAddress} isMono />,
  },
]
