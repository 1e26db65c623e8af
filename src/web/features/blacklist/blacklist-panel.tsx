import { Plus, ShieldBan, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { useOpenings } from '../../ui/use-openings.ts'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import { blacklistColumns } from './blacklist-columns.tsx'
import type { BlacklistSearch } from './blacklist-search.ts'
import { type BlacklistEntry, blacklistTypes, typeNames } from './blacklist-types.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import { useApplicationNames, useBlacklist } from './use-blacklist.ts'

export interface BlacklistPanelProps {
  readonly search: BlacklistSearch
  readonly onFilter: (filter: Pick<BlacklistSearch, 'app' | 'type'>) => void
  readonly adding: { readonly isOpen: boolean; readonly open: () => void; readonly change: (isOpen: boolean) => void }
}

const noNames: ReadonlyMap<number, string> = new Map()
const rowKey = ({ id }: BlacklistEntry) => id

/** The list with its filters, and the dialogs that add and delete. */
export function BlacklistPanel({ search, onFilter, adding }: BlacklistPanelProps) {
  const { app, type } = search
  const { data: names = noNames, isSuccess: hasNames } = useApplicationNames()
  const { data, error, refetch } = useBlacklist(app)
  const [doomed, setDoomed] = useState<{ entry: BlacklistEntry; isOpen: boolean }>()
  const rows = useMemo(() => data?.filter((entry) => type === undefined || entry.type === type), [data, type])
  const columns = useMemo(() => blacklistColumns(names), [names])
  const actions = useCallback(
    (entry: BlacklistEntry) => (
      <IconButton
        label={`Delete ${entry.value}`}
        icon={<Trash2 size={16} strokeWidth={1.75} />}
        size="sm"
        tone="danger"
        onClick={() => setDoomed({ entry, isOpen: true })}
      />
    ),
    [],
  )
  const openings = useOpenings(adding.isOpen)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Select
          aria-label="Application"
          className="min-w-40 max-sm:grow sm:w-64"
          options={[
            { value: '', label: 'All applications' },
            ...[...names].map(([id, name]) => ({ value: String(id), label: `${name} (App ${id})` })),
          ]}
          value={app ?? ''}
          onChange={(id) => onFilter({ app: id, type })}
        />
        <Select
          aria-label="Type"
          className="min-w-32 max-sm:grow sm:w-40"
          options={[
            { value: '', label: 'All types' },
            ...blacklistTypes.map((value) => ({ value, label: typeNames[value] })),
          ]}
          value={type ?? ''}
          onChange={(value) => onFilter({ app, type: value === '' ? undefined : value })}
        />
        <p role="status" className="text-second text-fg-3 tabular-nums">
          {rows !== undefined && formatCount(rows.length, 'entry', 'entries')}
        </p>
      </div>
      <div className="overflow-clip rounded-card border border-line bg-surface">
        <Table
          label="Blacklist"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          total={rows?.length}
          actions={actions}
          error={failure(error)}
          onRetry={() => void refetch()}
          filter={
            app === undefined && type === undefined
              ? undefined
              : { text: 'No blacklist entries for this choice.', onClear: () => onFilter({}) }
          }
          empty={<NothingBlocked onAdd={adding.open} />}
        />
      </div>
      {hasNames && (
        <AddEntryDialog
          key={openings}
          isOpen={adding.isOpen}
          onOpenChange={adding.change}
          onAdded={() => adding.change(false)}
          applications={names}
          applicationId={app === undefined ? undefined : Number(app)}
        />
      )}
      {doomed !== undefined && (
        <DeleteEntryDialog {...doomed} onClose={() => setDoomed({ ...doomed, isOpen: false })} />
      )}
    </div>
  )
}

function NothingBlocked({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState
      icon={<ShieldBan strokeWidth={1.75} aria-hidden />}
      title="Nobody is blocked"
      text="Block an IP address, a network, a username, a hardware id or an email, for one application or all of yours."
      actions={
        <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={onAdd}>
          Add
        </Button>
      }
    />
  )
}

function failure(error: Error | null) {
  if (error === null) return undefined
  return { message: error.message, requestId: error instanceof ApiError ? error.requestId : undefined }
}
