import { Activity as ActivityIcon, Ellipsis, Globe, UserRound, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { eventNames } from '../../../shared/events.ts'
import { apiList } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-types.ts'
import { type Activity, activityColumns } from './activity-columns.tsx'
import { type ActivityFilter, activityFilter, filterText } from './activity-filter.ts'

export interface ActivityPanelProps {
  /** Absent: all applications of the account. */
  readonly applicationId?: number | undefined
  /** From the address: `event`, `success`, `ip`, `user`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  /** More filters before the others, such as the application. */
  readonly filters?: ReactNode
  /** One more column, such as the application; stable. */
  readonly extraColumn?: Column<Activity> | undefined
}

const listKey = 'GET /api/activity-logs'
const rowKey = (row: Activity) => row.id

const eventOptions = [{ value: '', label: 'All events' }, ...eventNames.map((name) => ({ value: name, label: name }))]
const successOptions = [
  { value: '', label: 'Success and Fail' },
  { value: 'true', label: 'Success' },
  { value: 'false', label: 'Fail' },
]
const nothing = { event: undefined, success: undefined, ip: undefined, user: undefined }

/** What happened, newest first. */
export function ActivityPanel({ applicationId, search, onSearch, filters, extraColumn }: ActivityPanelProps) {
  const filter = activityFilter(search)
  const narrowed = filterText(filter)
  const list = useActivity(applicationId, filter)
  const columns = useMemo(
    () =>
      extraColumn === undefined
        ? activityColumns
        : [...activityColumns.slice(0, 1), extraColumn, ...activityColumns.slice(1)],
    [extraColumn],
  )
  const actions = useMemo(() => (row: Activity) => <RowMenu row={row} onSearch={onSearch} />, [onSearch])
  const isEmpty = list.rows?.length === 0 && narrowed === undefined
  const filteredUser = list.rows?.find((row) => String(row.userId) === filter.userId)?.username ?? filter.userId
  return (
    <Card isFlush>
      {(!isEmpty || filters !== undefined) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
          {filters}
          <Select
            aria-label="Event"
            className="max-sm:grow"
            options={eventOptions}
            value={filter.event ?? ''}
            onChange={(event) => onSearch({ event: event || undefined })}
          />
          <Select
            aria-label="Result"
            className="max-sm:grow"
            options={successOptions}
            value={filter.success ?? ''}
            onChange={(success) => onSearch({ success: success || undefined })}
          />
          {filter.ip !== undefined && <Chip label={`IP ${filter.ip}`} onRemove={() => onSearch({ ip: undefined })} />}
          {filter.userId !== undefined && (
            <Chip label={`User ${filteredUser}`} onRemove={() => onSearch({ user: undefined })} />
          )}
        </div>
      )}
      <Table
        label="Activity"
        columns={columns}
        {...list}
        actions={actions}
        filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(nothing) }}
        empty={
          <EmptyState
            icon={<ActivityIcon strokeWidth={1.75} aria-hidden />}
            title="No activity yet"
            text="Sign-ins, registrations, sessions and refusals of your software appear here as they happen."
          />
        }
      />
    </Card>
  )
}

function useActivity(applicationId: number | undefined, filter: ActivityFilter) {
  const list = useList({
    queryKey: [listKey, applicationId ?? 'all', filter],
    read: (paging, signal) =>
      apiList(
        listKey,
        {
          query: {
            ...filter,
            ...paging,
            ...(applicationId !== undefined && { applicationId: String(applicationId) }),
          },
        },
        { signal },
      ),
    rowKey,
  })
  // The log is not counted: only the last page tells that it is the last.
  return { ...list, total: undefined }
}

function Chip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <span className="inline-flex h-8 max-w-full items-center rounded-full border border-control/60 bg-raised pl-3 text-second touch:h-11">
      <span className="truncate">
        <bdi>{label}</bdi>
      </span>
      <IconButton
        label={`Remove filter ${label}`}
        icon={<X size={14} strokeWidth={1.75} aria-hidden />}
        size="sm"
        onClick={onRemove}
      />
    </span>
  )
}

function RowMenu({ row, onSearch }: { readonly row: Activity; readonly onSearch: ActivityPanelProps['onSearch'] }) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const { userId } = row
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${row.event}`} icon={<Ellipsis {...icon} />} size="sm" />}
      entries={[
        { label: 'Only this IP', icon: <Globe {...icon} />, onSelect: () => onSearch({ ip: row.ipAddress }) },
        {
          label: 'Only this user',
          icon: <UserRound {...icon} />,
          disabledReason: userId === null ? 'There is no such user' : undefined,
          onSelect: () => onSearch({ user: String(userId) }),
        },
      ]}
    />
  )
}
