import { Ellipsis, KeyRound, Layers, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useDownload } from '../../api/use-download.ts'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { MountOnFirstOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Menu } from '../../ui/menu.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { Table } from '../../ui/table/table.tsx'
import { parseSort, sortText } from '../../ui/table/table-rows.ts'
import type { Column } from '../../ui/table/table-types.ts'
import { useTableSelection } from '../../ui/table/use-table-selection.ts'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { formatCount, formatNumber } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/mask.ts'
import { Time } from '../../ui/text/time.tsx'
import { DeleteLicenseDialog } from './delete-license-dialog.tsx'
import { Expires, LicenseKey, remainingSeats, Seats, StatusBadge } from './license-cells.tsx'
import { filterText, type LicenseFilter, licenseFilter, licenseQuery, noFilter } from './license-filter.ts'
import { LicenseToolbar } from './license-toolbar.tsx'
import type { LicenseWindow } from './license-windows.tsx'
import { type License, useLicenseSummary, useLicenses } from './use-licenses.ts'

const LicensesBulkBar = lazyComponent(async () => (await import('./licenses-bulk-bar.tsx')).LicensesBulkBar)
const LicenseWindows = lazyComponent(async () => (await import('./license-windows.tsx')).LicenseWindows)

/** The columns; a press on the seats leads to who has taken them. */
const columnsOf = (applicationId: number): readonly Column<License>[] => [
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
    width: 'minmax(7rem, 0.8fr)',
    isSortable: true,
    card: 'details',
    cell: (license) => (
      <div className="flex flex-col">
        <Seats license={license} applicationId={applicationId} />
        <span className="-mt-0.5 text-meta text-fg-3">{formatNumber(remainingSeats(license))} remaining</span>
      </div>
    ),
    cardCell: (license) => <Seats license={license} applicationId={applicationId} />,
  },
  {
    key: 'validityDays',
    head: 'Validity',
    width: 'minmax(5rem, 0.6fr)',
    card: 'none',
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
    isExtra: true,
    cell: (license) => <Time value={license.createdAt} show="date" />,
  },
]

const deleteTexts = {
  done: { title: 'Success', description: 'License key deleted successfully' },
  failed: { title: 'Error', fallback: 'Failed to delete license key' },
}

export interface LicenseKeysProps {
  readonly applicationId: number
  /** From the address: `q`, `status`, `sort`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly hrefOf: (change: Readonly<Record<string, string | undefined>>) => string
  /** Offered where there is no key yet. */
  readonly generateButton: ReactNode
  readonly onGenerateMany: () => void
}

/** The license page below its heading: four figures and the table. */
export function LicenseKeys(props: LicenseKeysProps) {
  const { applicationId, search, onSearch, hrefOf, generateButton, onGenerateMany } = props
  const filter = licenseFilter(search)
  const licenses = useLicenses(applicationId, filter)
  const narrowed = filterText(filter)
  const [deleted, setDeleted] = useState<{ license: License; isOpen: boolean }>()
  const [shown, setShown] = useState<{ window: LicenseWindow; isOpen: boolean }>()
  const show = (window: LicenseWindow) => setShown({ window, isOpen: true })
  const { columns, density, view } = useTableView(
    'license-keys',
    useCallback(() => columnsOf(applicationId), [applicationId]),
  )
  const selection = useTableSelection({ ...licenses, of: JSON.stringify(filter), nameOf })
  const actions = useCallback(
    (license: License) => (
      <IconButton
        label={`Delete license key ${shortLicenseKey(license.licenseKey)}`}
        icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
        size="sm"
        tone="danger"
        onClick={() => setDeleted({ license, isOpen: true })}
      />
    ),
    [],
  )
  const refusal = useReadOnlyReason()
  const save = useDownload('GET /api/applications/:id/licenses/export')
  const isEmpty = licenses.rows?.length === 0 && narrowed === undefined
  return (
    <>
      <Figures applicationId={applicationId} hrefOf={hrefOf} />
      <Card isFlush>
        {!isEmpty && (
          <LicenseToolbar {...{ filter, onSearch, view }} total={licenses.total}>
            <Button
              icon={<Layers size={16} strokeWidth={1.75} aria-hidden />}
              disabledReason={refusal}
              onClick={onGenerateMany}
            >
              Generate Many
            </Button>
            <Menu
              trigger={
                <IconButton
                  label="Import and export"
                  className="border border-control/60"
                  icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                />
              }
              entries={[
                { label: 'Import license keys', onSelect: () => show('import') },
                { label: 'Export as CSV', onSelect: () => save.mutate(exportOf(applicationId, filter, 'csv')) },
                { label: 'Export as JSON', onSelect: () => save.mutate(exportOf(applicationId, filter, 'json')) },
                { label: 'Recent changes', onSelect: () => show('changes') },
              ]}
            />
          </LicenseToolbar>
        )}
        <Table
          label="License keys"
          columns={columns}
          density={density}
          {...licenses}
          actions={actions}
          selection={selection.table}
          sort={parseSort(filter.sort)}
          onSort={(sort) => onSearch({ sort: sortText(sort) })}
          filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(noFilter) }}
          empty={
            <EmptyState
              icon={<KeyRound strokeWidth={1.75} aria-hidden />}
              title="No license keys created"
              text="A license key lets a number of people register in your software, for a number of days."
              actions={generateButton}
            />
          }
        />
        <MountOnFirstOpen isOpen={selection.count > 0}>
          <LicensesBulkBar {...{ applicationId, filter, selection, licenses }} />
        </MountOnFirstOpen>
      </Card>
      {shown && (
        <MountOnFirstOpen isOpen={shown.isOpen}>
          <LicenseWindows
            applicationId={applicationId}
            {...shown}
            onClose={() => setShown({ ...shown, isOpen: false })}
          />
        </MountOnFirstOpen>
      )}
      {deleted && (
        <DeleteLicenseDialog
          applicationId={applicationId}
          title="Delete License Key"
          texts={deleteTexts}
          {...deleted}
          onClose={() => setDeleted({ ...deleted, isOpen: false })}
        />
      )}
    </>
  )
}

/** A file with the licenses that the list shows. */
function exportOf(applicationId: number, filter: LicenseFilter, format: 'csv' | 'json') {
  const { sort: _, ...query } = licenseQuery(filter)
  return { params: { id: String(applicationId) }, query: { ...query, format } }
}

const nameOf = (license: License) => shortLicenseKey(license.licenseKey)

function Figures({ applicationId, hrefOf }: Pick<LicenseKeysProps, 'applicationId' | 'hrefOf'>) {
  const { data } = useLicenseSummary(applicationId)
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value))
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard label="Total Keys" value={shown(data?.totalKeys)} href={hrefOf(noFilter)} />
      <StatCard
        label="Active Keys"
        value={shown(data?.activeKeys)}
        definition="Active and not expired. Keys whose seats are all taken count as well."
      />
      <StatCard
        label="Total Users"
        value={shown(data?.totalUsers)}
        definition="Users who are registered with one of these keys."
      />
      <StatCard
        label="Expired Keys"
        value={shown(data?.expiredKeys)}
        href={hrefOf({ ...noFilter, status: 'expired' })}
      />
    </div>
  )
}
