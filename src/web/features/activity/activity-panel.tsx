import { Activity as ActivityIcon, Download, ListFilter } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { eventNames } from '../../../shared/events.ts'
import { useOpenedInAddress } from '../../common/address/use-linked-dialog.ts'
import { ViewBar } from '../../common/views/view-bar.tsx'
import * as texts from '../../texts/activity.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue, useLastDefined } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { ActivityChips } from './activity-chips.tsx'
import { type Activity, activityColumns } from './activity-columns.tsx'
import { activityFilter, filterQuery, filterText, noFilter, type Search } from './activity-filter.ts'
import { ActivityMenu, type Blocked } from './activity-menu.tsx'
import { LiveSwitch } from './live-switch.tsx'
import { useActivity, useRetention } from './use-activity.ts'

const ActivityDrawer = lazyDialog(async () => (await import('./activity-drawer.tsx')).ActivityDrawer)
const FilterDialog = lazyDialog(async () => (await import('./filter-dialog.tsx')).FilterDialog)
const ExportDialog = lazyDialog(async () => (await import('./export-dialog.tsx')).ExportDialog)
const BlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)

export interface ActivityPanelProps {
  /** Absent: all applications of the account. */
  readonly applicationId?: number | undefined
  /** From the address: `event`, `success`, `code`, `ip`, `user`, `username`, `from`, `to`, and the open row as `log`. */
  readonly search: Search
  readonly onSearch: (change: Search) => void
  readonly hrefWith: (change: Search) => string
  /** More filters before the others, such as the application. */
  readonly filters?: ReactNode
  /** One more column, such as the application; stable. */
  readonly extraColumn?: Column<Activity> | undefined
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const successOptions = [
  { value: '', label: texts.successAndFail },
  { value: 'true', label: texts.success },
  { value: 'false', label: texts.fail },
]

/** What happened, newest first. */
export function ActivityPanel(props: ActivityPanelProps) {
  const { applicationId, search, onSearch, hrefWith, filters, extraColumn } = props
  const filter = activityFilter(search)
  const narrowed = filterText(filter)
  const log = useActivity(applicationId, filter)
  const [open, setOpen] = useState<'filter' | 'export'>()
  const blocking = useDialogValue<Blocked>()
  const logId = useLastDefined(search.log)
  const opened = useOpenedInAddress('log')
  const { open: openRow } = opened
  const onOpen = useCallback(({ id }: Activity) => openRow(id), [openRow])
  const here = hrefWith({ log: undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: hrefWith is new at each drawing; `here` changes when its links do
  const columns = useMemo(
    () =>
      withExtra(
        activityColumns((id) => hrefWith({ log: String(id) })),
        extraColumn,
      ),
    [here, extraColumn],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above, `here` stands for hrefWith
  const actions = useMemo(
    () => (row: Activity) => <ActivityMenu row={row} hrefWith={hrefWith} onSearch={onSearch} onBlock={blocking.open} />,
    [here, onSearch, blocking.open],
  )
  const { list } = log
  // with an application among the filters it is the log of all of them
  const viewsOf = filters === undefined ? (applicationId ?? null) : null
  const isEmpty = list.rows?.length === 0 && narrowed === undefined
  return (
    <Card isFlush>
      {(!isEmpty || filters !== undefined) && (
        <ViewBar screen="activity" applicationId={viewsOf} {...{ search, onSearch, parameters, presets }} />
      )}
      {(!isEmpty || filters !== undefined) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
          {filters}
          <Select
            aria-label={texts.event}
            className="max-sm:min-w-0 max-sm:grow max-sm:basis-32"
            options={eventOptions(filter.events.length)}
            value={filter.events.length > 1 ? several : (filter.events[0] ?? '')}
            onChange={(event) => event !== several && onSearch({ event: event || undefined })}
          />
          <Select
            aria-label={texts.result}
            className="max-sm:min-w-0 max-sm:grow max-sm:basis-32"
            options={successOptions}
            value={filter.success ?? ''}
            onChange={(success) => onSearch({ success: success || undefined })}
          />
          <Button icon={<ListFilter {...icon} />} onClick={() => setOpen('filter')}>
            {texts.filters}
          </Button>
          <span className="grow" />
          <LiveSwitch log={log} />
          <Button
            icon={<Download {...icon} />}
            needs={applicationId === undefined ? undefined : 'export'}
            onClick={() => setOpen('export')}
          >
            {texts.exportText}
          </Button>
          <ActivityChips filter={filter} rows={list.rows} onSearch={onSearch} />
        </div>
      )}
      <Table
        label={texts.activity}
        columns={columns}
        {...list}
        actions={actions}
        selectedKey={Number(search.log)}
        onOpen={onOpen}
        filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(noFilter) }}
        empty={
          <EmptyState icon={ActivityIcon} title={texts.noActivityYet} text={texts.loginsRegistrationsSessionsAnd} />
        }
      />
      <Retention applicationId={applicationId} />
      {logId !== undefined && (
        <ActivityDrawer
          applicationId={applicationId}
          id={logId}
          isOpen={search.log !== undefined}
          rows={list.rows}
          hrefWith={hrefWith}
          onBlock={blocking.open}
          onClose={opened.close}
        />
      )}
      <FilterDialog isOpen={open === 'filter'} filter={filter} onSearch={onSearch} onClose={() => setOpen(undefined)} />
      <ExportDialog
        isOpen={open === 'export'}
        applicationId={applicationId}
        query={filterQuery(filter)}
        onClose={() => setOpen(undefined)}
      />
      {blocking.value && <BlockDialog blocked={blocking.value} {...blocking.dialog} />}
    </Card>
  )
}

/** What a saved view keeps. */
const parameters = ['app', ...Object.keys(noFilter)]
const presets = [
  { name: texts.rejected, query: 'success=false' },
  { name: texts.last24Hours, query: 'range=24h' },
]

const several = 'several'

function eventOptions(count: number) {
  const chosen = count > 1 ? [{ value: several, label: texts.kindsOfEvents(count) }] : []
  return [{ value: '', label: texts.allEvents }, ...chosen, ...eventNames.map((name) => ({ value: name, label: name }))]
}

function withExtra(columns: readonly Column<Activity>[], extra: Column<Activity> | undefined) {
  return extra === undefined ? columns : [...columns.slice(0, 1), extra, ...columns.slice(1)]
}

function Retention({ applicationId }: { readonly applicationId: number | undefined }) {
  const kept = useRetention(applicationId)
  return (
    <p className="min-h-10 border-t border-line px-4 py-3 text-meta text-fg-3 sm:px-5">
      {kept !== undefined && texts.activityIsKeptFor(kept.days, kept.rows)}
    </p>
  )
}
