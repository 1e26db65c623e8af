import { Ellipsis, Plus, Users } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useSaveAnswer } from '../../api/use-save-answer.ts'
import { useChangeRefusal } from '../../session/change-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FromFirstOpening } from '../../ui/from-first-opening.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { late } from '../../ui/late.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { parseSort, sortText } from '../../ui/table-rows.ts'
import { useTableSelection } from '../../ui/use-table-selection.ts'
import { useTableView } from '../../ui/use-table-view.ts'
import { type AppUser, useAppUsers, useUserAction } from './use-app-users.ts'
import { userColumns } from './user-columns.tsx'
import { filterText, noFilter, type UserFilter, userFilter, userQuery } from './user-filter.ts'
import { UserMenu } from './user-menu.tsx'
import { UserToolbar } from './user-toolbar.tsx'
import type { UserWindow } from './user-windows.tsx'

const UserWindows = late(async () => (await import('./user-windows.tsx')).UserWindows)
const UsersBulkBar = late(async () => (await import('./users-bulk-bar.tsx')).UsersBulkBar)
const UserDrawer = late(async () => (await import('./user-drawer.tsx')).UserDrawer)

type Change = Readonly<Record<string, string | undefined>>

export interface UsersPanelProps {
  readonly applicationId: number
  /** From the address: `q`, `status`, `view`, `license`, `sort`, `user`. */
  readonly search: Change
  /** Changes the address; undefined drops a parameter. */
  readonly onSearch: (change: Change) => void
  readonly onAdd: () => void
  /** Opens and closes the drawer of a user. Stable. */
  readonly onOpen: (userId: number) => void
  readonly onCloseUser: () => void
}

/** The users of an application: search, filter, order, and what can be done with one, some or all. */
export function UsersPanel({ applicationId, search, onSearch, onAdd, onOpen, onCloseUser }: UsersPanelProps) {
  const filter = userFilter(search)
  const columnsOf = useCallback(
    (chosen: { readonly email?: boolean }) => userColumns((user) => onOpen(user.id), chosen.email === true),
    [onOpen],
  )
  const { columns, density, view } = useTableView('users', columnsOf)
  const users = useAppUsers(
    applicationId,
    filter,
    columns.some(({ key }) => key === 'license'),
  )
  const narrowed = filterText(filter)
  const [shown, setShown] = useState<{ window: UserWindow; isOpen: boolean }>()
  const show = useCallback((window: UserWindow) => setShown({ window, isOpen: true }), [])
  const { mutate: act } = useUserAction(applicationId)
  const save = useSaveAnswer('GET /api/applications/:id/users/export')
  const actions = useCallback((user: AppUser) => <UserMenu {...{ user, act, show }} />, [act, show])
  const selection = useTableSelection({ ...users, of: JSON.stringify(filter), nameOf })
  const userId = Number(search.user ?? 0)
  const refusal = useChangeRefusal()
  const isEmpty = users.rows?.length === 0 && narrowed === undefined
  const buttons = (
    <>
      <Menu
        trigger={
          <IconButton
            label="Import and export"
            className="border border-control/60"
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
        entries={[
          { label: 'Import users', onSelect: () => show({ kind: 'import' }) },
          { label: 'Export as CSV', onSelect: () => save.mutate(exportOf(applicationId, filter, 'csv')) },
          { label: 'Export as JSON', onSelect: () => save.mutate(exportOf(applicationId, filter, 'json')) },
          {
            label: 'Export with password hashes',
            disabledReason: refusal,
            onSelect: () => show({ kind: 'export-hashes', filter }),
          },
          { label: 'Recent changes', onSelect: () => show({ kind: 'changes' }) },
        ]}
      />
      <Button
        variant="primary"
        icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        disabledReason={refusal}
        onClick={onAdd}
      >
        Add User
      </Button>
    </>
  )
  return (
    <Card isFlush>
      {!isEmpty && (
        <UserToolbar
          {...{ filter, onSearch, view }}
          total={users.total}
          onWhy={() => show({ kind: 'why', username: '' })}
        >
          {buttons}
        </UserToolbar>
      )}
      <Table
        label="Users"
        columns={columns}
        density={density}
        {...users}
        actions={actions}
        selection={selection.table}
        selectedKey={userId}
        sort={parseSort(filter.sort)}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(noFilter) }}
        empty={
          <EmptyState
            icon={<Users strokeWidth={1.75} aria-hidden />}
            title="No users yet"
            text="Users sign in to your software. Add one here, or let them register with a license key."
            actions={buttons}
          />
        }
      />
      <FromFirstOpening isOpen={selection.count > 0}>
        <UsersBulkBar {...{ applicationId, filter, selection, users }} />
      </FromFirstOpening>
      {shown && <UserWindows {...{ applicationId }} {...shown} onClose={() => setShown({ ...shown, isOpen: false })} />}
      <FromFirstOpening isOpen={userId > 0}>
        <UserDrawer {...{ applicationId, userId, show }} onClose={onCloseUser} />
      </FromFirstOpening>
    </Card>
  )
}

/** A file with the users that the list shows. */
function exportOf(applicationId: number, filter: UserFilter, format: 'csv' | 'json') {
  const { sort: _, ...query } = userQuery(filter)
  return { params: { id: String(applicationId) }, query: { ...query, format } }
}

const nameOf = (user: AppUser) => user.username
