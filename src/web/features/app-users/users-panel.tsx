import {
  Ban,
  CircleQuestionMark,
  Ellipsis,
  Fingerprint,
  Pause,
  Pencil,
  Play,
  ShieldCheck,
  Trash2,
  Users,
} from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useDownload } from '../../api/use-download.ts'
import { AddButton } from '../../common/add-button.tsx'
import { exportEntries } from '../../common/export-entries.ts'
import { ViewBar } from '../../common/views/view-bar.tsx'
import * as texts from '../../texts/app-users.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog, lazyOnOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue, useLastDefined } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { Table } from '../../ui/table/table.tsx'
import { parseSort, sortText } from '../../ui/table/table-rows.ts'
import { TableToolbar, type TableToolbarProps, ToolbarMenu } from '../../ui/table/table-toolbar.tsx'
import { useTableSelection } from '../../ui/table/use-table-selection.ts'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { formatCount } from '../../ui/text/format.ts'
import { type AppUser, type UserAction, useAppUsers, useUserAction } from './use-app-users.ts'
import { userColumns } from './user-columns.tsx'
import type { UserDialog } from './user-dialogs.tsx'
import {
  filterText,
  noFilter,
  parameters,
  statusOptions,
  type UserFilter,
  userFilter,
  userQuery,
  viewOptions,
} from './user-filter.ts'

const UserDialogs = lazyOnOpen(async () => (await import('./user-dialogs.tsx')).UserDialogs)
const UsersBulkBar = lazyOnOpen(async () => (await import('./users-bulk-bar.tsx')).UsersBulkBar)
const UserDrawer = lazyDialog(async () => (await import('./user-drawer.tsx')).UserDrawer)

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

/** The users of an application, with actions on one, some or all. */
export function UsersPanel({ applicationId, search, onSearch, onAdd, onOpen, onCloseUser }: UsersPanelProps) {
  const filter = userFilter(search)
  const openUser = useCallback((user: AppUser) => onOpen(user.id), [onOpen])
  const columnsOf = useCallback(
    (chosen: { readonly email?: boolean }) => userColumns(openUser, chosen.email === true),
    [openUser],
  )
  const mayEdit = useRefusal('help') === undefined
  const { columns, density, view } = useTableView('users', columnsOf)
  const users = useAppUsers(
    applicationId,
    filter,
    columns.some(({ key }) => key === 'license'),
  )
  const narrowed = filterText(filter)
  const shown = useDialogValue<UserDialog>()
  const { open: show } = shown
  const { mutate: act } = useUserAction(applicationId)
  const save = useDownload('GET /api/applications/:id/users/export')
  const actions = useCallback((user: AppUser) => <UserMenu {...{ user, act, show }} />, [act, show])
  const selection = useTableSelection({ ...users, of: JSON.stringify(filter), nameOf })
  const openedId = Number(search.user ?? 0)
  const isOpened = openedId > 0
  const userId = useLastDefined(isOpened ? openedId : undefined)
  const isEmpty = users.rows?.length === 0 && narrowed === undefined
  const buttons = (
    <>
      <ToolbarMenu
        label={texts.moreActions}
        icon={Ellipsis}
        entries={[
          {
            label: narrowed === undefined ? texts.extendAll : texts.extendAllMatching,
            needs: 'manage',
            onSelect: () => show({ kind: 'extend-all', filter }),
          },
          'separator',
          { label: texts.importUsers, needs: 'manage', onSelect: () => show({ kind: 'import' }) },
          ...exportEntries((format) => save.mutate(exportOf(applicationId, filter, format))),
          {
            label: texts.exportWithPasswordHashesText,
            needs: 'manage',
            onSelect: () => show({ kind: 'export-hashes', filter }),
          },
          { label: texts.recentChanges, onSelect: () => show({ kind: 'changes' }) },
        ]}
      />
      <AddButton needs="manage" onClick={onAdd}>
        {texts.addUser}
      </AddButton>
    </>
  )
  return (
    <Card isFlush>
      {!isEmpty && <ViewBar screen="users" {...{ applicationId, search, onSearch, parameters, presets }} />}
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
        label={texts.usersText}
        columns={columns}
        density={density}
        {...users}
        actions={actions}
        selection={selection.table}
        selectedKey={openedId}
        onOpen={openUser}
        onEdit={mayEdit ? (user) => show({ kind: 'edit', user }) : undefined}
        sort={parseSort(filter.sort)}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        filter={narrowed === undefined ? undefined : { text: narrowed, onClear: () => onSearch(noFilter) }}
        empty={<EmptyState icon={Users} title={texts.noUsersYet} text={texts.usersLogInTo} actions={buttons} />}
      />
      <UsersBulkBar {...{ applicationId, filter, selection, users }} isOpen={selection.count > 0} />
      {shown.value && <UserDialogs applicationId={applicationId} show={shown.value} {...shown.dialog} />}
      {userId !== undefined && (
        <UserDrawer applicationId={applicationId} userId={userId} isOpen={isOpened} show={show} onClose={onCloseUser} />
      )}
    </Card>
  )
}

const presets = [
  { name: texts.neverLoggedIn, query: 'view=never' },
  { name: texts.banned, query: 'status=banned' },
  { name: texts.expiringIn7Days, query: 'view=week&sort=expiresAt:asc' },
]

/** A file with the users that the list shows. */
function exportOf(applicationId: number, filter: UserFilter, format: 'csv' | 'json') {
  const { sort: _, ...query } = userQuery(filter)
  return { params: { id: String(applicationId) }, query: { ...query, format } }
}

const nameOf = (user: AppUser) => user.username

interface UserMenuProps {
  readonly user: AppUser
  readonly show: (dialog: UserDialog) => void
  readonly act: (act: { readonly user: AppUser; readonly action: UserAction }) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What can be done with a user, by the state the user is in. */
function UserMenu({ user, show, act }: UserMenuProps) {
  const doing = (action: UserAction) => () => act({ user, action })
  const entries: MenuEntry[] = [
    { label: texts.edit, icon: <Pencil {...icon} />, needs: 'help', onSelect: () => show({ kind: 'edit', user }) },
    user.isPaused
      ? { label: texts.resume, icon: <Play {...icon} />, needs: 'help', onSelect: doing('unpause') }
      : { label: texts.pause, icon: <Pause {...icon} />, needs: 'help', onSelect: doing('pause') },
  ]
  if (user.hwid !== null) {
    entries.push({
      label: texts.resetHwid,
      icon: <Fingerprint {...icon} />,
      needs: 'help',
      onSelect: doing('reset-hwid'),
    })
  }
  if (user.isBanned) {
    entries.push({ label: texts.unban, icon: <ShieldCheck {...icon} />, needs: 'help', onSelect: doing('unban') })
  } else {
    const ban = { icon: <Ban {...icon} />, needs: 'help' } as const
    entries.push(
      { ...ban, label: texts.ban, onSelect: () => show({ kind: 'ban', user }) },
      { ...ban, label: texts.banEverywhere, onSelect: () => show({ kind: 'ban-everywhere', user }) },
    )
  }
  entries.push('separator', {
    label: texts.deleteText,
    icon: <Trash2 {...icon} />,
    tone: 'danger',
    needs: 'manage',
    onSelect: () => show({ kind: 'delete', user }),
  })
  return (
    <Menu
      trigger={<IconButton label={texts.actionsFor(user.username)} icon={<Ellipsis {...icon} />} size="sm" />}
      entries={entries}
    />
  )
}

interface UserToolbarProps extends Pick<TableToolbarProps, 'onSearch' | 'view'> {
  readonly filter: UserFilter
  readonly total: number | undefined
  /** Opens the login check. */
  readonly onWhy: () => void
  /** Buttons at the right end. */
  readonly children: ReactNode
}

/** Search, filters, count and what one can do. */
function UserToolbar({ filter, total, onWhy, children, ...rest }: UserToolbarProps) {
  const isSpecial = [filter.licenseId, filter.expiresFrom, filter.expiresTo].some(Boolean)
  return (
    <TableToolbar
      {...rest}
      search={{ label: texts.searchUsers, placeholder: texts.searchUsernameEmailOr, q: filter.q }}
      choices={[
        { name: 'status', label: texts.status, options: statusOptions, value: filter.status },
        { name: 'view', label: texts.deviceOrDate, options: viewOptions, value: filter.view },
      ]}
      note={
        isSpecial && (
          <Button size="sm" onClick={() => rest.onSearch(noFilter)}>
            {texts.clearFilters(filter.licenseId === undefined ? texts.oneExpiryPeriod : texts.oneLicense)}
          </Button>
        )
      }
      count={total === undefined ? undefined : formatCount(total, 'user')}
    >
      <Button icon={<CircleQuestionMark size={16} strokeWidth={1.75} aria-hidden />} needs="check" onClick={onWhy}>
        {texts.checkLogin}
      </Button>
      {children}
    </TableToolbar>
  )
}
