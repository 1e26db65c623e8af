import { ScrollText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { hasPermission } from '../../../shared/permissions.ts'
import { apiList } from '../../api/client.ts'
import { administrationKeys } from '../../api/query-keys/administration.ts'
import { useList } from '../../api/use-list.ts'
import { useOpenedInAddress } from '../../common/address/use-linked-dialog.ts'
import { ViewBar } from '../../common/views/view-bar.tsx'
import { useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/audit.ts'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useLastDefined } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import { parseSort, sortText } from '../../ui/table/table-rows.ts'
import { TableToolbar } from '../../ui/table/table-toolbar.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { auditEntities } from './audit-entities.ts'
import type { AuditEntry } from './audit-entry.ts'

const AuditDrawer = lazyDialog(async () => (await import('./audit-drawer.tsx')).AuditDrawer)

const listKey = 'GET /api/audit'

export interface AuditPanelProps {
  /** From the address: `q`, `entity`, `when`, `mine`, `sort`, and the open change as `audit`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
}

/** Parameters of the address that narrow the list; all of them go when the filters are cleared. */
const noFilter = { q: undefined, entity: undefined, when: undefined, mine: undefined }

/** Who changed what in the dashboard: the own changes, with view_all_data everybody's. */
export function AuditPanel({ search, onSearch }: AuditPanelProps) {
  const user = useCurrentUser()
  const seesAll = hasPermission(user, 'view_all_data')
  const entity = auditEntities.find(({ value }) => value === search.entity)?.value
  const when = spans.find(({ value }) => value === search.when)
  const isMine = seesAll && search.mine === 'true'
  const sort = search.sort === 'createdAt:asc' ? search.sort : 'createdAt:desc'
  const q = search.q?.trim()
  const from = useMemo(() => when?.days && new Date(Date.now() - when.days * dayMs).toISOString(), [when])
  const filter = {
    ...(q && { q }),
    ...(entity && { action: entity }),
    ...(isMine && { accountId: String(user.id) }),
    ...(from && { from }),
  }
  const query = { ...filter, sort } as const
  const { open, close } = useOpenedInAddress('audit')
  const onOpen = useCallback(({ id }: AuditEntry) => open(id), [open])
  const { columns, density, view } = useTableView(
    'audit',
    useCallback(() => columnsOf(onOpen), [onOpen]),
  )
  const entries = useList({
    queryKey: administrationKeys.audit(query),
    read: (paging, signal) => apiList(listKey, { query: { ...query, ...paging } }, { signal }),
    rowKey,
  })
  const shown = entries.rows?.find(({ id }) => String(id) === search.audit)
  const opened = useLastDefined(shown)
  return (
    <Card isFlush>
      <ViewBar screen="audit" applicationId={null} {...{ search, onSearch, parameters, presets }} />
      <TableToolbar
        onSearch={onSearch}
        search={{ label: texts.searchTheAuditLog, placeholder: texts.whoWhatDetailsOr, q }}
        choices={[
          { name: 'entity', label: texts.changes, options: auditEntities, value: entity },
          { name: 'when', label: texts.when, options: spans, value: when?.value },
          seesAll ? { name: 'mine', label: texts.madeBy, options: whose, value: isMine ? 'true' : '' } : undefined,
        ]}
        view={view}
        note={!seesAll && <p className="text-second text-fg-3">{texts.showingYourOwnChanges}</p>}
      />
      <Table
        label={texts.auditLog}
        columns={columns}
        density={density}
        {...entries}
        total={undefined}
        selectedKey={Number(search.audit)}
        onOpen={onOpen}
        sort={parseSort(sort)}
        onSort={(next) => onSearch({ sort: sortText(next) })}
        filter={
          Object.keys(filter).length > 0
            ? { text: texts.noChangesMatchThese, onClear: () => onSearch(noFilter) }
            : undefined
        }
        empty={<EmptyState icon={ScrollText} title={texts.noChangesYet} text={texts.everyChangeInThis} />}
      />
      {opened && <AuditDrawer entry={opened} isOpen={shown !== undefined} onClose={close} />}
    </Card>
  )
}

/** What a saved view keeps. */
const parameters = [...Object.keys(noFilter), 'sort']
const presets = [
  { name: texts.last24Hours, query: 'when=day' },
  { name: texts.licenses, query: 'entity=license' },
  { name: texts.users, query: 'entity=user' },
]

const dayMs = 86_400_000
const spans = [
  { value: '', label: texts.anyTime, days: 0 },
  { value: 'day', label: texts.last24Hours, days: 1 },
  { value: 'week', label: texts.last7Days, days: 7 },
  { value: 'month', label: texts.last30Days, days: 30 },
] as const

const whose = [
  { value: '', label: texts.everyone },
  { value: 'true', label: texts.onlyMine },
] as const

const rowKey = ({ id }: AuditEntry) => id

/** The change opens its details. */
const columnsOf = (onOpen: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  {
    key: 'createdAt',
    head: texts.time,
    width: 'minmax(10.5rem, 0.8fr)',
    isSortable: true,
    card: 'details',
    cell: ({ createdAt }) => <Time value={createdAt} show="second" />,
  },
  {
    key: 'actor',
    head: texts.who,
    width: 'minmax(0, 1.2fr)',
    card: 'details',
    cell: ({ actor }) => <TruncatedText text={actor} />,
  },
  {
    key: 'action',
    head: texts.change,
    width: 'minmax(0, 1fr)',
    card: 'title',
    cell: (entry) => (
      <button
        type="button"
        className="block min-h-6 max-w-full truncate rounded-control text-left underline-offset-4 hover:underline"
        onClick={() => onOpen(entry)}
      >
        <code className="text-second">{entry.action}</code>
      </button>
    ),
  },
  {
    key: 'subject',
    head: texts.target,
    width: 'minmax(0, 1fr)',
    card: 'details',
    cell: ({ subject }) => <TruncatedText text={subject} />,
  },
  {
    key: 'details',
    head: texts.details,
    width: 'minmax(0, 1.8fr)',
    card: 'details',
    cell: ({ details }) =>
      details === null ? <span className="text-fg-3">{texts.none}</span> : <TruncatedText text={details} />,
  },
  {
    key: 'ip',
    head: 'IP',
    width: 'minmax(0, 0.8fr)',
    card: 'details',
    cell: ({ ipAddress }) =>
      ipAddress === '' ? <span className="text-fg-3">{texts.server}</span> : <TruncatedText text={ipAddress} isMono />,
  },
]
