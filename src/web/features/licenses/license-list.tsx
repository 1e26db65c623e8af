import { KeyRound, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import type { MutateOptions } from '../../api/use-mutate.ts'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table/table.tsx'
import { parseSort, sortText } from '../../ui/table/table-rows.ts'
import type { Column, TableProps } from '../../ui/table/table-types.ts'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { formatCount } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { Time } from '../../ui/text/time.tsx'
import { Expires, LicenseKey, Seats, StatusBadge } from './license-cells.tsx'
import { filterText, licenseFilter, noFilter } from './license-filter.ts'
import { LicenseToolbar } from './license-toolbar.tsx'
import { type License, useLicenses } from './use-licenses.ts'

const DeleteLicenseDialog = lazyDialog(async () => (await import('./delete-license-dialog.tsx')).DeleteLicenseDialog)

type Search = Readonly<Record<string, string | undefined>>
type ColumnKey = 'licenseKey' | 'currentUsers' | 'validityDays' | 'status' | 'expiresAt' | 'createdAt'

/** Where the section of the application and the license page differ. */
export interface LicenseListVariant {
  /** The name under which the browser keeps the chosen columns. */
  readonly view: 'licenses' | 'license-keys'
  /** What differs from the shared columns. */
  readonly columns: (applicationId: number) => Readonly<Partial<Record<ColumnKey, Partial<Column<License>>>>>
  readonly emptyTitle: string
  readonly deletion: {
    readonly label: string
    readonly title: 'Delete License' | 'Delete License Key'
    readonly texts: Pick<MutateOptions<License, unknown>, 'done' | 'failed'>
  }
}

/** The licenses that the address asks for: `q`, `status`, `view`, `sort`. */
export function useLicenseList(applicationId: number, search: Search) {
  const filter = licenseFilter(search)
  return { filter, licenses: useLicenses(applicationId, filter) }
}

export interface LicenseListProps extends ReturnType<typeof useLicenseList> {
  readonly applicationId: number
  /** Stable. */
  readonly variant: LicenseListVariant
  readonly onSearch: (change: Search) => void
  /** Buttons at the right end of the toolbar. */
  readonly buttons: ReactNode
  /** Offered while there is no license. */
  readonly emptyAction: ReactNode
  readonly selection?: TableProps<License>['selection']
  /** Below the table. */
  readonly children?: ReactNode
}

/** The table of licenses with its filters and the dialog that deletes one. */
export function LicenseList(props: LicenseListProps) {
  const { applicationId, variant, filter, licenses, onSearch, buttons, emptyAction, selection, children } = props
  const narrowed = filterText(filter)
  const { columns, density, view } = useTableView(
    variant.view,
    useCallback(() => columnsOf(applicationId, variant), [applicationId, variant]),
  )
  const deletion = useDialogValue<License>()
  const { open: onDelete } = deletion
  const { label, title, texts } = variant.deletion
  const actions = useCallback(
    (license: License) => (
      <IconButton
        label={`${label} ${shortLicenseKey(license.licenseKey)}`}
        icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
        size="sm"
        tone="danger"
        needs="manage"
        onClick={() => onDelete(license)}
      />
    ),
    [label, onDelete],
  )
  const isEmpty = licenses.rows?.length === 0 && narrowed === undefined
  return (
    <Card isFlush>
      {!isEmpty && (
        <LicenseToolbar {...{ filter, onSearch, view }} total={licenses.total}>
          {buttons}
        </LicenseToolbar>
      )}
      <Table
        label="License keys"
        columns={columns}
        density={density}
        {...licenses}
        actions={actions}
        selection={selection}
        sort={parseSort(filter.sort)}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(noFilter) }}
        empty={
          <EmptyState
            icon={<KeyRound strokeWidth={1.75} aria-hidden />}
            title={variant.emptyTitle}
            text="A license key lets a number of people register in your software, for a number of days."
            actions={emptyAction}
          />
        }
      />
      {children}
      {deletion.value && (
        <DeleteLicenseDialog {...{ applicationId, title, texts }} license={deletion.value} {...deletion.dialog} />
      )}
    </Card>
  )
}

function columnsOf(applicationId: number, variant: LicenseListVariant): readonly Column<License>[] {
  const own = variant.columns(applicationId)
  const shared: readonly (Column<License> & { readonly key: ColumnKey })[] = [
    {
      key: 'licenseKey',
      head: 'License Key',
      width: 'minmax(14rem, 2.4fr)',
      card: 'title',
      cell: (license) => <LicenseKey license={license} />,
    },
    {
      key: 'currentUsers',
      head: 'Users',
      width: 'minmax(4.5rem, 0.6fr)',
      isSortable: true,
      card: 'details',
      cell: (license) => <Seats license={license} applicationId={applicationId} />,
    },
    {
      key: 'validityDays',
      head: 'Validity',
      width: 'minmax(5rem, 0.6fr)',
      card: 'details',
      cell: (license) => formatCount(license.validityDays, 'day'),
    },
    {
      key: 'status',
      head: 'Status',
      width: 'minmax(6rem, 0.7fr)',
      card: 'badges',
      cell: (license) => <StatusBadge license={license} />,
    },
    {
      key: 'expiresAt',
      head: 'Expires',
      width: 'minmax(8.5rem, 1fr)',
      isSortable: true,
      card: 'details',
      cell: (license) => <Expires license={license} />,
      cardHead: '',
      cardCell: (license) => <Expires license={license} isInline />,
    },
    {
      key: 'createdAt',
      head: 'Created',
      width: 'minmax(7rem, 0.7fr)',
      isSortable: true,
      card: 'details',
      cell: (license) => <Time value={license.createdAt} show="date" />,
    },
  ]
  return shared.map((column) => ({ ...column, ...own[column.key] }))
}
