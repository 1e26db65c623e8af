import { api } from '../../api/client.ts'
import { userActions } from '../../common/bulk/bulk-actions.ts'
import { BulkBar } from '../../common/bulk/bulk-bar.tsx'
import { selectionOf, usersTarget } from '../../common/bulk/bulk-target.ts'
import { type ExportLine, saveSelected } from '../../common/bulk/save-selected.ts'
import type { TableSelectionState } from '../../ui/table/use-table-selection.ts'
import type { AppUser } from './use-app-users.ts'
import { type UserFilter, userFilterBody, userQuery } from './user-filter.ts'

export interface UsersBulkBarProps {
  /** Whether rows are selected. A dialog that the bar opened outlives the selection. */
  readonly isOpen: boolean
  readonly applicationId: number
  readonly filter: UserFilter
  readonly selection: TableSelectionState
  readonly users: { readonly rows: readonly AppUser[] | undefined; readonly total?: number | undefined }
}

/** The bulk actions for selected users. */
export function UsersBulkBar({ applicationId, filter, selection, users }: UsersBulkBarProps) {
  const read = async () => {
    const { sort: _, ...query } = userQuery(filter)
    const params = { id: String(applicationId) }
    const answer = await api('GET /api/applications/:id/users/export', { params, query: { ...query, format: 'json' } })
    // The contract types the file as text; JSON arrives parsed.
    return answer as unknown as ExportLine[]
  }
  const save = () =>
    saveSelected({
      fileName: `users-${applicationId}.csv`,
      selected: selection.selected,
      names: new Map(users.rows?.map((user) => [user.id, user.username])),
      column: 'username',
      read,
    })
  return (
    <BulkBar
      selection={selection}
      total={users.total ?? 0}
      target={usersTarget(applicationId, selectionOf(selection.selected, userFilterBody(filter)))}
      actions={userActions}
      onExport={() => void save()}
    />
  )
}
