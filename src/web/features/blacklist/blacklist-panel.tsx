import { ListPlus, ShieldBan, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { applicationChoice, useApplicationNames, usePlaces } from '../../api/use-own-applications.ts'
import { AddButton } from '../../common/add-button.tsx'
import { useOpenedInAddress } from '../../common/address/use-linked-dialog.ts'
import { ApplicationScope } from '../../common/application-scope.tsx'
import { RowRights } from '../../common/row-rights.tsx'
import { ViewBar } from '../../common/views/view-bar.tsx'
import * as texts from '../../texts/blacklist.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue, useLastDefined } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table/table.tsx'
import { TableToolbar } from '../../ui/table/table-toolbar.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { blacklistColumns } from './blacklist-columns.tsx'
import type { BlacklistDialog } from './blacklist-search.ts'
import { type BlacklistEntry, type BlacklistType, typeOptions } from './blacklist-types.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import { useBlacklist } from './use-blacklist.ts'

const EntryDrawer = lazyDialog(async () => (await import('./entry-drawer.tsx')).EntryDrawer)
const AddEntryDialog = lazyDialog(async () => (await import('./add-entry-dialog.tsx')).AddEntryDialog)
const ImportEntriesDialog = lazyDialog(async () => (await import('./import-entries-dialog.tsx')).ImportEntriesDialog)

export interface BlacklistPanelProps {
  /** The application whose section this is; absent: the list of the account. */
  readonly applicationId?: number | undefined
  /** From the address: which application is shown, and which type. */
  readonly app?: string | undefined
  readonly type?: BlacklistType | undefined
  /** The open entry. */
  readonly entry?: string | undefined
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly dialog: {
    readonly isOpen: (dialog: BlacklistDialog) => boolean
    readonly show: (dialog: BlacklistDialog) => void
    readonly close: () => void
  }
}

/** What a saved view keeps. */
const parameters = ['app', 'type']
const presets = typeOptions.map(({ value, label }) => ({ name: label, query: `type=${value}` }))

const noNames: ReadonlyMap<number, string> = new Map()
const noIds: ReadonlySet<number> = new Set()
const rowKey = ({ id }: BlacklistEntry) => id

/** The list with its filters, and the dialogs that add, import and delete. */
export function BlacklistPanel({ applicationId, app, type, entry, onSearch, dialog }: BlacklistPanelProps) {
  const isFixed = applicationId !== undefined
  const shown = isFixed ? String(applicationId) : app
  const { data: names = noNames } = useApplicationNames()
  const places = usePlaces(dialog.isOpen('import-entries') ? 'manage' : 'help')
  const { data, error, refetch } = useBlacklist(shown)
  const deletion = useDialogValue<BlacklistEntry>()
  const { open: onDelete } = deletion
  const rows = useMemo(() => data?.filter((entry) => type === undefined || entry.type === type), [data, type])
  const { open, close } = useOpenedInAddress('entry')
  const onOpen = useCallback(({ id }: BlacklistEntry) => open(id), [open])
  const columns = useMemo(() => blacklistColumns(names, onOpen), [names, onOpen])
  const opened = useLastDefined(data?.find(({ id }) => String(id) === entry))
  const actions = useCallback(
    (entry: BlacklistEntry) => (
      <RowRights applicationId={entry.applicationId}>
        <IconButton
          label={texts.deleteOf(entry.value)}
          icon={<Trash2 size={16} strokeWidth={1.75} />}
          size="sm"
          tone="danger"
          needs="help"
          onClick={() => onDelete(entry)}
        />
      </RowRights>
    ),
    [onDelete],
  )
  const isNarrowed = type !== undefined || (app !== undefined && !isFixed)
  const scope = {
    applications: places?.names ?? noNames,
    others: places?.others ?? noIds,
    applicationId: shown === undefined ? undefined : Number(shown),
    isFixed,
  }
  return (
    <Card isFlush>
      <ViewBar
        screen="blacklist"
        applicationId={applicationId ?? null}
        search={{ app: isFixed ? undefined : app, type }}
        {...{ onSearch, parameters, presets }}
      />
      <TableToolbar
        onSearch={onSearch}
        choices={[
          isFixed ? undefined : applicationChoice(names, app),
          {
            name: 'type',
            label: texts.type,
            options: [{ value: '', label: texts.allTypes }, ...typeOptions],
            value: type,
          },
        ]}
        count={rows === undefined ? undefined : formatCount(rows.length, 'entry', 'entries')}
      >
        <Button
          icon={<ListPlus size={16} strokeWidth={1.75} aria-hidden />}
          needs="manage"
          onClick={() => dialog.show('import-entries')}
        >
          {texts.importText}
        </Button>
        <AddButton needs="help" onClick={() => dialog.show('add-entry')}>
          {texts.add}
        </AddButton>
      </TableToolbar>
      <Table
        label={texts.blacklist}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        total={rows?.length}
        actions={actions}
        selectedKey={Number(entry)}
        onOpen={onOpen}
        error={failure(error)}
        onRetry={() => void refetch()}
        filter={
          isNarrowed
            ? {
                text: texts.noBlacklistEntriesMatch,
                onClear: () => onSearch({ app: undefined, type: undefined }),
              }
            : undefined
        }
        empty={<NothingBlocked onAdd={() => dialog.show('add-entry')} />}
      />
      <AddEntryDialog isOpen={places !== undefined && dialog.isOpen('add-entry')} onClose={dialog.close} {...scope} />
      <ImportEntriesDialog
        isOpen={places !== undefined && dialog.isOpen('import-entries')}
        onClose={dialog.close}
        {...scope}
      />
      {opened && (
        <RowRights applicationId={opened.applicationId}>
          <EntryDrawer
            entry={opened}
            scope={<ApplicationScope applicationId={opened.applicationId} names={names} ofAll={texts.global} />}
            isOpen={String(opened.id) === entry && data?.includes(opened) === true}
            onDelete={() => onDelete(opened)}
            onClose={close}
          />
        </RowRights>
      )}
      {deletion.value && <DeleteEntryDialog entry={deletion.value} {...deletion.dialog} />}
    </Card>
  )
}

function NothingBlocked({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState
      icon={ShieldBan}
      title={texts.noBlacklistEntriesYet}
      text={texts.blockAnIpAddress}
      actions={
        <AddButton needs="help" onClick={onAdd}>
          {texts.add}
        </AddButton>
      }
    />
  )
}

function failure(error: Error | null) {
  if (error === null) return undefined
  return { message: error.message, requestId: error instanceof ApiError ? error.requestId : undefined }
}
