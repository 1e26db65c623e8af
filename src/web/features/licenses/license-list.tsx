import { KeyRound } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import type { MutateOptions } from '../../api/use-mutate.ts'
import { useOpenedInAddress } from '../../common/address/use-linked-dialog.ts'
import { ViewBar } from '../../common/views/view-bar.tsx'
import * as areaTexts from '../../texts/licenses.ts'
import { Card } from '../../ui/card.tsx'
import { lazyDialog, lazyOnOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue, useLastDefined } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { Table } from '../../ui/table/table.tsx'
import { parseSort, sortText } from '../../ui/table/table-rows.ts'
import type { Column, TableProps } from '../../ui/table/table-types.ts'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { Expires, LicenseKey, Seats, StatusBadge } from './license-cells.tsx'
import type { LicenseDialog } from './license-dialogs.tsx'
import { filterText, licenseFilter, noFilter, parameters } from './license-filter.ts'
import { LicenseMenu } from './license-menu.tsx'
import { LicenseToolbar } from './license-toolbar.tsx'
import { useSwitchLicense } from './use-license-details.ts'
import { type License, useLicenses } from './use-licenses.ts'

const LicenseDialogs = lazyOnOpen(async () => (await import('./license-dialogs.tsx')).LicenseDialogs)
const LicenseDrawer = lazyDialog(async () => (await import('./license-drawer.tsx')).LicenseDrawer)

type Search = Readonly<Record<string, string | undefined>>
type ColumnKey = 'licenseKey' | 'currentUsers' | 'validityDays' | 'status' | 'expiresAt' | 'createdAt'

/** Where the section of the application and the license page differ. */
export interface LicenseListVariant {
  /** The name under which the browser keeps the chosen columns. */
  readonly view: 'licenses' | 'license-keys'
  /** What differs from the shared columns. */
  readonly columns: (
    applicationId: number,
    onOpen: (license: License) => void,
  ) => Readonly<Partial<Record<ColumnKey, Partial<Column<License>>>>>
  readonly emptyTitle: string
  readonly deletion: {
    readonly title: 'Delete License' | 'Delete License Key'
    readonly texts: Pick<MutateOptions<License, unknown>, 'done' | 'failed'>
  }
}

/** The licenses that the address asks for: `q`, `status`, `view`, `sort`, and the open one: `license`. */
export function useLicenseList(applicationId: number, search: Search) {
  const filter = licenseFilter(search)
  return { filter, search, licenses: useLicenses(applicationId, filter), openedId: Number(search.license ?? 0) }
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
  const opened = useOpenedLicense(props.openedId)
  const { open } = opened
  const narrowed = filterText(filter)
  const { columns, density, view } = useTableView(
    variant.view,
    useCallback(() => columnsOf(applicationId, variant, open), [applicationId, variant, open]),
  )
  const shown = useDialogValue<LicenseDialog>()
  const { open: show } = shown
  const onSwitch = useSwitchLicense(applicationId)
  const refusal = useRefusal('manage')
  const actions = useCallback(
    (license: License) => <LicenseMenu {...{ applicationId, license, show, onSwitch }} />,
    [applicationId, show, onSwitch],
  )
  const isEmpty = licenses.rows?.length === 0 && narrowed === undefined
  return (
    <Card isFlush>
      {!isEmpty && (
        <ViewBar screen="licenses" {...{ applicationId, search: props.search, onSearch, parameters, presets }} />
      )}
      {!isEmpty && (
        <LicenseToolbar {...{ filter, onSearch, view }} total={licenses.total}>
          {buttons}
        </LicenseToolbar>
      )}
      <Table
        label={areaTexts.licenseKeysText}
        columns={columns}
        density={density}
        {...licenses}
        actions={actions}
        selection={selection}
        selectedKey={props.openedId}
        onOpen={open}
        onEdit={refusal === undefined ? (license) => show({ kind: 'edit', license }) : undefined}
        sort={parseSort(filter.sort)}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(noFilter) }}
        empty={
          <EmptyState
            icon={KeyRound}
            title={variant.emptyTitle}
            text={areaTexts.eachLicenseKeyLets}
            actions={emptyAction}
          />
        }
      />
      {children}
      {shown.value && (
        <LicenseDialogs
          applicationId={applicationId}
          show={shown.value}
          deletion={variant.deletion}
          {...shown.dialog}
        />
      )}
      {opened.id !== undefined && (
        <LicenseDrawer
          applicationId={applicationId}
          licenseId={opened.id}
          isOpen={opened.isOpen}
          show={show}
          onSwitch={onSwitch}
          onClose={opened.close}
        />
      )}
    </Card>
  )
}

const presets = [
  { name: areaTexts.neverUsed, query: 'view=unused' },
  { name: areaTexts.full, query: 'status=full' },
  { name: areaTexts.text7DaysLeft, query: 'view=week&sort=expiresAt:asc' },
]

/** The license of the address, and what opens and closes its drawer. */
function useOpenedLicense(openedId: number) {
  const { open, close } = useOpenedInAddress('license')
  const isOpen = openedId > 0
  const id = useLastDefined(isOpen ? openedId : undefined)
  return { id, isOpen, close, open: useCallback((license: License) => open(license.id), [open]) }
}

type Open = (license: License) => void

function columnsOf(applicationId: number, variant: LicenseListVariant, onOpen: Open): readonly Column<License>[] {
  const own = variant.columns(applicationId, onOpen)
  const shared: readonly (Column<License> & { readonly key: ColumnKey })[] = [
    {
      key: 'licenseKey',
      head: areaTexts.licenseKey,
      width: 'minmax(14rem, 2.4fr)',
      card: 'title',
      cell: (license) => <LicenseKey license={license} onOpen={onOpen} />,
    },
    {
      key: 'currentUsers',
      head: areaTexts.users,
      width: 'minmax(4.5rem, 0.6fr)',
      isSortable: true,
      card: 'details',
      cell: (license) => <Seats license={license} applicationId={applicationId} />,
    },
    {
      key: 'validityDays',
      head: areaTexts.validity,
      width: 'minmax(5rem, 0.6fr)',
      card: 'details',
      cell: (license) => formatCount(license.validityDays, 'day'),
    },
    {
      key: 'status',
      head: areaTexts.status,
      width: 'minmax(6rem, 0.7fr)',
      card: 'badges',
      cell: (license) => <StatusBadge license={license} />,
    },
    {
      key: 'expiresAt',
      head: areaTexts.expires,
      width: 'minmax(8.5rem, 1fr)',
      isSortable: true,
      card: 'details',
      cell: (license) => <Expires license={license} />,
      cardHead: '',
      cardCell: (license) => <Expires license={license} isInline />,
    },
    {
      key: 'createdAt',
      head: areaTexts.created,
      width: 'minmax(7rem, 0.7fr)',
      isSortable: true,
      card: 'details',
      cell: (license) => <Time value={license.createdAt} show="date" />,
    },
  ]
  return shared.map((column) => ({ ...column, ...own[column.key] }))
}
