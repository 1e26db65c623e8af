import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table/table.tsx'
import { parseSort, sortText } from '../../ui/table/table-rows.ts'
import type { Column } from '../../ui/table/table-types.ts'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { formatCount } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/mask.ts'
import { Time } from '../../ui/text/time.tsx'
import { DeleteLicenseDialog } from './delete-license-dialog.tsx'
import { Expires, LicenseKey, Seats, StatusBadges } from './license-cells.tsx'
import { filterText, licenseFilter, noFilter } from './license-filter.ts'
import { LicenseToolbar } from './license-toolbar.tsx'
import { type License, useLicenses } from './use-licenses.ts'

const columnsOf = (applicationId: number): readonly Column<License>[] => [
  {
    key: 'licenseKey',
    head: 'License Key',
    width: 'minmax(13rem, 1.8fr)',
    card: 'title',
    cell: (license) => <LicenseKey license={license} isShort />,
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
    width: 'minmax(11.5rem, 1.1fr)',
    card: 'badges',
    cell: (license) => <StatusBadges license={license} />,
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

const deleteTexts = { done: 'License deleted', failed: 'Failed to delete license' }

export interface LicensesPanelProps {
  readonly applicationId: number
  /** From the address: `q`, `status`, `sort`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly onCreate: () => void
}

/** The Licenses section of an application. */
export function LicensesPanel({ applicationId, search, onSearch, onCreate }: LicensesPanelProps) {
  const filter = licenseFilter(search)
  const licenses = useLicenses(applicationId, filter)
  const narrowed = filterText(filter)
  const { columns, density, view } = useTableView(
    'licenses',
    useCallback(() => columnsOf(applicationId), [applicationId]),
  )
  const [deleted, setDeleted] = useState<{ license: License; isOpen: boolean }>()
  const actions = useCallback(
    (license: License) => (
      <IconButton
        label={`Delete license ${shortLicenseKey(license.licenseKey)}`}
        icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
        size="sm"
        tone="danger"
        onClick={() => setDeleted({ license, isOpen: true })}
      />
    ),
    [],
  )
  const refusal = useReadOnlyReason()
  const createButton = (
    <Button
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={refusal}
      onClick={onCreate}
    >
      Create License
    </Button>
  )
  const isEmpty = licenses.rows?.length === 0 && narrowed === undefined
  return (
    <Card isFlush>
      {!isEmpty && (
        <LicenseToolbar {...{ filter, onSearch, view }} total={licenses.total}>
          <ButtonLink href={`/app/${applicationId}/licenses`}>All License Keys</ButtonLink>
          {createButton}
        </LicenseToolbar>
      )}
      <Table
        label="License keys"
        columns={columns}
        density={density}
        {...licenses}
        actions={actions}
        sort={parseSort(filter.sort)}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(noFilter) }}
        empty={
          <EmptyState
            icon={<KeyRound strokeWidth={1.75} aria-hidden />}
            title="No license keys"
            text="A license key lets a number of people register in your software, for a number of days."
            actions={createButton}
          />
        }
      />
      {deleted && (
        <DeleteLicenseDialog
          applicationId={applicationId}
          title="Delete License"
          texts={deleteTexts}
          {...deleted}
          onClose={() => setDeleted({ ...deleted, isOpen: false })}
        />
      )}
    </Card>
  )
}
