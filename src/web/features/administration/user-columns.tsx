import { Crown, History, Link2 } from 'lucide-react'
import { grantRefusal, hasRight, unmanageableReason } from '../../../shared/administration.ts'
import * as texts from '../../texts/administration.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { Time } from '../../ui/text/time.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { PermissionTag } from './permission-tag.tsx'
import type { Access } from './use-access.ts'
import type { DashboardUser } from './use-users.ts'
import { initialsOf, nameOf } from './user-figures.ts'

/** Permissions shown in a row before "+n". */
const permissionsShown = 3

type Acts = Omit<UserActionsProps, 'user'>

/** The columns of User Management, as specified. */
export function userColumns(viewerId: number | undefined, acts: Acts): readonly Column<DashboardUser>[] {
  return [
    {
      key: 'user',
      head: texts.user,
      width: 'minmax(0, 2fr)',
      card: 'title',
      cell: (user) => <Person user={user} isViewer={user.id === viewerId} />,
    },
    { key: 'role', head: texts.role, width: 'minmax(0, 0.7fr)', card: 'details', cell: ({ role }) => role },
    {
      key: 'status',
      head: texts.status,
      width: 'minmax(7rem, 0.9fr)',
      card: 'badges',
      cell: (user) => <Status user={user} />,
      cardCell: ({ isActive }) => <Activity isActive={isActive} />,
    },
    {
      key: 'permissions',
      head: texts.permissions,
      width: 'minmax(0, 2fr)',
      card: 'details',
      cell: (user) => <Permissions user={user} />,
    },
    {
      key: 'joined',
      head: texts.joined,
      width: 'minmax(6.5rem, 0.7fr)',
      card: 'details',
      cell: ({ createdAt }) => <Time value={createdAt} show="date" />,
    },
    {
      key: 'lastLogin',
      head: texts.lastLogin,
      width: 'minmax(6.5rem, 0.7fr)',
      card: 'details',
      cell: ({ lastLogin }) => <Time value={lastLogin} show="date" none={texts.never} />,
    },
    {
      key: 'actions',
      head: texts.actions,
      width: '11.5rem',
      card: 'details',
      cell: (user) => <UserActions user={user} {...acts} />,
    },
  ]
}

function Person({ user, isViewer }: { readonly user: DashboardUser; readonly isViewer: boolean }) {
  const name = nameOf(user)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span
        className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-raised text-meta font-medium text-fg-2"
        aria-hidden
      >
        {initialsOf(user)}
      </span>
      <div className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-medium" title={user.email}>
            {name ?? user.email}
          </bdi>
          {user.role === 'owner' && <OwnerIcon />}
          {isViewer && <Badge tone="info">{texts.you}</Badge>}
        </span>
        {name !== undefined && <bdi className="-mt-0.5 truncate text-meta font-normal text-fg-3">{user.email}</bdi>}
      </div>
    </div>
  )
}

function OwnerIcon() {
  return (
    <Tooltip text={texts.owner} isLabel opensOnPress>
      <button
        type="button"
        aria-label={texts.owner}
        className="-m-1 grid size-6 shrink-0 place-items-center rounded-control text-warn"
      >
        <Crown size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}

function Activity({ isActive }: { readonly isActive: boolean }) {
  return isActive ? <Badge tone="ok">{texts.active}</Badge> : <Badge tone="neutral">{texts.inactive}</Badge>
}

function Status({ user }: { readonly user: DashboardUser }) {
  return (
    <div className="flex flex-col items-start">
      <Activity isActive={user.isActive} />
      <span className="truncate text-meta text-fg-3">{signInState(user)}</span>
    </div>
  )
}

function signInState({ invitedUntil, lastLogin, hasSecondFactor }: DashboardUser): string {
  if (invitedUntil !== null && lastLogin === null) return texts.invited
  return hasSecondFactor ? texts.secondFactor : texts.passwordOnly
}

function Permissions({ user: { permissions } }: { readonly user: DashboardUser }) {
  if (permissions.length === 0) return <span className="text-fg-3">{texts.none}</span>
  const more = permissions.length - permissionsShown
  return (
    <span className="flex flex-wrap items-center gap-1">
      {permissions.slice(0, permissionsShown).map((permission) => (
        <PermissionTag key={permission} permission={permission} />
      ))}
      {more > 0 && <span className="whitespace-nowrap text-meta text-fg-2">{texts.more(more)}</span>}
    </span>
  )
}

interface UserActionsProps {
  readonly user: DashboardUser
  readonly access: Access
  readonly onEdit: (user: DashboardUser) => void
  readonly onDelete: (user: DashboardUser) => void
  readonly onDetails: (user: DashboardUser) => void
  readonly onInvite: (user: DashboardUser) => void
}

/** The menu of a row. Entries that aren't allowed are disabled with the reason. */
function UserActions({ user, access, onEdit, onDelete, onDetails, onInvite }: UserActionsProps) {
  const remove = () => {
    if (user.id !== access.viewer.id) return onDelete(user)
    toast({ title: texts.cannotDelete, description: texts.youCannotDeleteYour, kind: 'destructive' })
  }
  const isInvited = user.invitedUntil !== null && user.lastLogin === null
  return (
    <span className="flex items-center gap-1">
      <Button
        size="sm"
        aria-label={texts.editOf(user.email)}
        disabledReason={editRefusal(user, access)}
        onClick={() => onEdit(user)}
      >
        {texts.edit}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={texts.deleteOf(user.email)}
        disabledReason={deleteRefusal(user, access)}
        onClick={remove}
      >
        {texts.deleteText}
      </Button>
      {isInvited ? (
        <IconButton
          size="sm"
          label={texts.newInviteLinkFor(user.email)}
          icon={<Link2 size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={inviteRefusal(user, access)}
          onClick={() => onInvite(user)}
        />
      ) : (
        <IconButton
          size="sm"
          label={texts.sessionsAndHistoryOf(user.email)}
          icon={<History size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onDetails(user)}
        />
      )}
    </span>
  )
}

function editRefusal(user: DashboardUser, { viewer }: Access): string | undefined {
  if (hasRight(viewer, 'grant')) return grantRefusal(viewer, user)
  if (hasRight(viewer, 'edit')) return unmanageableReason(viewer, user)
  return texts.youNeedThePermission
}

/** For the own account the specified toast is shown instead. */
function deleteRefusal(user: DashboardUser, { viewer }: Access): string | undefined {
  if (user.id === viewer.id) return undefined
  if (user.role === 'owner') return texts.anOwnerAccountCant
  return hasRight(viewer, 'edit') ? unmanageableReason(viewer, user) : texts.youNeedThePermissionManage
}

function inviteRefusal(user: DashboardUser, { viewer }: Access): string | undefined {
  const mayInvite = hasRight(viewer, 'create')
  return mayInvite ? unmanageableReason(viewer, user) : texts.youNeedThePermissionManageUsers
}
