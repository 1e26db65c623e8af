import { Plus, Users } from 'lucide-react'
import { lazy, useCallback, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { FromFirstOpening } from '../../ui/from-first-opening.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { parseSort, sortText } from '../../ui/table-rows.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { type AppUser, type UserAction, useAppUsers, useUserAction } from './use-app-users.ts'
import { userColumns } from './user-columns.tsx'
import { filterText, statusOptions, userFilter } from './user-filter.ts'
import { UserMenu } from './user-menu.tsx'

const EditUserDialog = lazy(async () => ({ default: (await import('./edit-user-dialog.tsx')).EditUserDialog }))

export interface UsersPanelProps {
  readonly applicationId: number
  /** From the address: `q`, `status`, `sort`. */
  readonly search: Readonly<Record<string, string | undefined>>
  /** Changes the address; undefined drops a parameter. */
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly onAdd: () => void
}

/** The users of an application: search, filter, order, and what can be done with each. */
export function UsersPanel({ applicationId, search, onSearch, onAdd }: UsersPanelProps) {
  const filter = userFilter(search)
  const users = useAppUsers(applicationId, filter)
  const narrowed = filterText(filter)
  const { actions, dialogs } = useRowActions(applicationId)
  const addButton = (
    <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={onAdd}>
      Add User
    </Button>
  )
  const isEmpty = users.rows?.length === 0 && narrowed === undefined
  return (
    <Card isFlush>
      {!isEmpty && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
          <SearchInput
            label="Search users"
            placeholder="Search username, email or HWID"
            className="grow basis-56 sm:max-w-80"
            value={filter.q ?? ''}
            onSearch={(q) => onSearch({ q: q || undefined })}
          />
          <Select
            aria-label="Status"
            className="max-sm:grow"
            options={statusOptions}
            value={filter.status ?? ''}
            onChange={(status) => onSearch({ status: status || undefined })}
          />
          <span role="status" className="text-second text-fg-3 tabular-nums max-sm:order-last max-sm:w-full">
            {users.total !== undefined && formatCount(users.total, 'user')}
          </span>
          <div className="ml-auto">{addButton}</div>
        </div>
      )}
      <Table
        label="Users"
        columns={userColumns}
        {...users}
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
            icon={<Users strokeWidth={1.75} aria-hidden />}
            title="No users yet"
            text="Users sign in to your software. Add one here, or let them register with a license key."
            actions={addButton}
          />
        }
      />
      {dialogs}
    </Card>
  )
}

/** The menu of each row and the windows it opens. Stable, so that scrolling draws no row again. */
function useRowActions(applicationId: number) {
  const [edited, setEdited] = useState<{ user: AppUser; isOpen: boolean }>()
  const [deleted, setDeleted] = useState<{ user: AppUser; isOpen: boolean }>()
  const { mutate } = useUserAction(applicationId)
  const actions = useCallback(
    (user: AppUser) => (
      <UserMenu
        user={user}
        onEdit={(chosen) => setEdited({ user: chosen, isOpen: true })}
        onDelete={(chosen) => setDeleted({ user: chosen, isOpen: true })}
        onAct={(chosen, action: UserAction) => mutate({ user: chosen, action })}
      />
    ),
    [mutate],
  )
  const dialogs = (
    <>
      {edited && (
        <FromFirstOpening isOpen={edited.isOpen}>
          <EditUserDialog
            applicationId={applicationId}
            {...edited}
            onClose={() => setEdited({ ...edited, isOpen: false })}
          />
        </FromFirstOpening>
      )}
      {deleted && (
        <DeleteUserDialog
          applicationId={applicationId}
          {...deleted}
          onClose={() => setDeleted({ ...deleted, isOpen: false })}
        />
      )}
    </>
  )
  return { actions, dialogs }
}
