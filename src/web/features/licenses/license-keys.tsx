import { Ellipsis, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDownload } from '../../api/use-download.ts'
import { licensesTarget } from '../../common/bulk/bulk-target.ts'
import { exportEntries } from '../../common/export-entries.ts'
import * as areaTexts from '../../texts/licenses.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog, lazyOnOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { FigureRow, StatCard } from '../../ui/stat-card.tsx'
import { ToolbarMenu } from '../../ui/table/table-toolbar.tsx'
import { useTableSelection } from '../../ui/table/use-table-selection.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { remainingSeats, Seats } from './license-cells.tsx'
import { filterText, type LicenseFilter, licenseFilterBody, licenseQuery, noFilter } from './license-filter.ts'
import { LicenseList, type LicenseListVariant, useLicenseList } from './license-list.tsx'
import { type License, useLicenseSummary } from './use-licenses.ts'

const LicensesBulkBar = lazyOnOpen(async () => (await import('./licenses-bulk-bar.tsx')).LicensesBulkBar)
const BulkDialog = lazyDialog(async () => (await import('../../common/bulk/bulk-dialog.tsx')).BulkDialog)
const ImportDialog = lazyDialog(async () => (await import('../../common/file-import/import-dialog.tsx')).ImportDialog)
const ChangesDialog = lazyDialog(async () => (await import('../../common/bulk/changes-dialog.tsx')).ChangesDialog)

const variant: LicenseListVariant = {
  view: 'license-keys',
  columns: (applicationId) => ({
    currentUsers: {
      width: 'minmax(7rem, 0.8fr)',
      cell: (license) => (
        <div className="flex flex-col">
          <Seats license={license} applicationId={applicationId} />
          <span className="-mt-0.5 text-meta text-fg-3">{areaTexts.remaining(remainingSeats(license))}</span>
        </div>
      ),
      cardCell: (license) => <Seats license={license} applicationId={applicationId} />,
    },
    validityDays: { card: 'none' },
    createdAt: { isExtra: true },
  }),
  emptyTitle: areaTexts.noLicenseKeysCreated,
  deletion: {
    title: areaTexts.deleteLicenseKey,
    texts: {
      done: { title: areaTexts.success, description: areaTexts.licenseKeyDeletedSuccessfully },
      failed: { title: areaTexts.error, fallback: areaTexts.failedToDeleteLicense },
    },
  },
}

export interface LicenseKeysProps {
  readonly applicationId: number
  /** From the address: `q`, `status`, `view`, `sort`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly hrefOf: (change: Readonly<Record<string, string | undefined>>) => string
  /** Offered while there is no key. */
  readonly generateButton: ReactNode
  readonly isImporting: boolean
  readonly onImport: () => void
  readonly onImportClose: () => void
}

/** The license page below its heading: four figures, and the list with selection, import and export. */
export function LicenseKeys(props: LicenseKeysProps) {
  const { applicationId, search, onSearch, hrefOf, generateButton, onImport } = props
  const list = useLicenseList(applicationId, search)
  const { filter, licenses } = list
  const [isExtending, setIsExtending] = useState(false)
  const [areChangesShown, setAreChangesShown] = useState(false)
  const selection = useTableSelection({ ...licenses, of: JSON.stringify(filter), nameOf })
  const save = useDownload('GET /api/applications/:id/licenses/export')
  const buttons = (
    <ToolbarMenu
      label={areaTexts.moreActions}
      icon={Ellipsis}
      entries={[
        {
          label: filterText(filter) === undefined ? areaTexts.extendAll : areaTexts.extendAllMatching,
          needs: 'manage',
          onSelect: () => setIsExtending(true),
        },
        'separator',
        { label: areaTexts.importLicenseKeys, needs: 'manage', onSelect: onImport },
        ...exportEntries((format) => save.mutate(exportOf(applicationId, filter, format))),
        { label: areaTexts.recentChangesText, onSelect: () => setAreChangesShown(true) },
      ]}
    />
  )
  return (
    <>
      <Figures applicationId={applicationId} hrefOf={hrefOf} />
      <LicenseList
        {...{ applicationId, variant, onSearch, ...list, buttons }}
        emptyAction={
          <>
            {generateButton}
            <Button icon={<Upload size={16} strokeWidth={1.75} aria-hidden />} needs="manage" onClick={onImport}>
              {areaTexts.importText}
            </Button>
          </>
        }
        selection={selection.table}
      >
        <LicensesBulkBar {...{ applicationId, filter, selection, licenses }} isOpen={selection.count > 0} />
      </LicenseList>
      <ImportDialog
        applicationId={applicationId}
        kind="licenses"
        isOpen={props.isImporting}
        onClose={props.onImportClose}
      />
      <BulkDialog
        target={licensesTarget(applicationId, { filter: licenseFilterBody(filter), except: [] })}
        type="add_days"
        isOpen={isExtending}
        onClose={() => setIsExtending(false)}
      />
      <ChangesDialog applicationId={applicationId} isOpen={areChangesShown} onClose={() => setAreChangesShown(false)} />
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
    <FigureRow>
      <StatCard isAboveList label={areaTexts.totalKeys} value={shown(data?.totalKeys)} href={hrefOf(noFilter)} />
      <StatCard
        isAboveList
        label={areaTexts.activeKeys}
        value={shown(data?.activeKeys)}
        definition={areaTexts.activeAndNotExpired}
      />
      <StatCard
        isAboveList
        label={areaTexts.totalUsers}
        value={shown(data?.totalUsers)}
        definition={areaTexts.usersRegisteredWithOne}
      />
      <StatCard
        isAboveList
        label={areaTexts.expiredKeys}
        value={shown(data?.expiredKeys)}
        href={hrefOf({ ...noFilter, status: 'expired' })}
      />
    </FigureRow>
  )
}
