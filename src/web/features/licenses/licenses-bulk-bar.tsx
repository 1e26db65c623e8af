import { api } from '../../api/client.ts'
import { licenseActions } from '../../common/bulk/bulk-actions.ts'
import { BulkBar } from '../../common/bulk/bulk-bar.tsx'
import { licensesTarget, selectionOf } from '../../common/bulk/bulk-target.ts'
import { type ExportLine, saveSelected } from '../../common/bulk/save-selected.ts'
import type { TableSelectionState } from '../../ui/table/use-table-selection.ts'
import { type LicenseFilter, licenseFilterBody, licenseQuery } from './license-filter.ts'
import type { License } from './use-licenses.ts'

export interface LicensesBulkBarProps {
  /** Whether rows are selected. A dialog that the bar opened outlives the selection. */
  readonly isOpen: boolean
  readonly applicationId: number
  readonly filter: LicenseFilter
  readonly selection: TableSelectionState
  readonly licenses: { readonly rows: readonly License[] | undefined; readonly total?: number | undefined }
}

/** What can be done with the selected licenses. */
export function LicensesBulkBar({ applicationId, filter, selection, licenses }: LicensesBulkBarProps) {
  const read = async () => {
    const { sort: _, ...query } = licenseQuery(filter)
    const params = { id: String(applicationId) }
    const answer = await api('GET /api/applications/:id/licenses/export', {
      params,
      query: { ...query, format: 'json' },
    })
    // The contract types the file as text; JSON arrives parsed.
    return answer as unknown as ExportLine[]
  }
  const save = () =>
    saveSelected({
      fileName: `licenses-${applicationId}.csv`,
      selected: selection.selected,
      names: new Map(licenses.rows?.map((license) => [license.id, license.licenseKey])),
      column: 'license_key',
      read,
    })
  return (
    <BulkBar
      selection={selection}
      total={licenses.total ?? 0}
      target={licensesTarget(applicationId, selectionOf(selection.selected, licenseFilterBody(filter)))}
      actions={licenseActions}
      onExport={() => void save()}
    />
  )
}
