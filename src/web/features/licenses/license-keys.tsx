import { KeyRound, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { shortLicenseKey } from '../../ui/mask.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import { Table } from '../../ui/table.tsx'
import { parseSort, sortText } from '../../ui/table-rows.ts'
import type { Column } from '../../ui/table-types.ts'
import { DeleteLicenseDialog } from './delete-license-dialog.tsx'
import { Expires, LicenseKey, remainingSeats, Seats, StatusBadge } from './license-cells.tsx'
import { filterText, licenseFilter } from './license-filter.ts'
import { LicenseToolbar } from './license-toolbar.tsx'
import { type License, useLicenseSummary, useLicenses } from './use-licenses.ts'

const columns: readonly Column<License>[] = [
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
        <Seats license={license} />
        <span className="-mt-0.5 text-meta text-fg-3">{formatNumber(remainingSeats(license))} remaining</span>
      </div>
    ),
    cardCell: (license) => (
      <span>
        <Seats license={license} />{' '}
        <span className="text-fg-3">({formatNumber(remainingSeats(license))} remaining)</span>
      </span>
    ),
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
    cardCell: (license) => <Expires license={license} isInline />,
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
}

/** The license page below its heading: four figures and the table. */
export function LicenseKeys({ applicationId, search, onSearch, hrefOf, generateButton }: LicenseKeysProps) {
  const filter = licenseFilter(search)
  const licenses = useLicenses(applicationId, filter)
  const narrowed = filterText(filter)
  const [deleted, setDeleted] = useState<{ license: License; isOpen: boolean }>()
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
  const isEmpty = licenses.rows?.length === 0 && narrowed === undefined
  return (
    <>
      <Figures applicationId={applicationId} hrefOf={hrefOf} />
      <Card isFlush>
        {!isEmpty && (
          <LicenseToolbar filter={filter} onSearch={onSearch} total={licenses.total}>
            {null}
          </LicenseToolbar>
        )}
        <Table
          label="License keys"
          columns={columns}
          {...licenses}
          actions={actions}
          sort={parseSort(filter.sort)}
          onSort={(sort) => onSearch({ sort: sortText(sort) })}
          filter={
            narrowed === undefined
              ? undefined
              : { text: narrowed, onClear: () => onSearch({ q: undefined, status: undefined }) }
          }
          empty={
            <EmptyState
              icon={<KeyRound strokeWidth={1.75} aria-hidden />}
              title="No license keys created"
              text="A license key lets a number of people register in your software, for a number of days."
              actions={generateButton}
            />
          }
        />
      </Card>
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

function Figures({ applicationId, hrefOf }: Pick<LicenseKeysProps, 'applicationId' | 'hrefOf'>) {
  const { data } = useLicenseSummary(applicationId)
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value))
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard label="Total Keys" value={shown(data?.totalKeys)} href={hrefOf({ status: undefined, q: undefined })} />
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
        href={hrefOf({ status: 'expired', q: undefined })}
      />
    </div>
  )
}
