import { Crown } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table-types.ts'
import { Time } from '../../ui/time.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { PermissionTag } from './permission-tag.tsx'
import type { DashboardUser } from './use-users.ts'
import { UserActions, type UserActionsProps } from './user-actions.tsx'
import { initialsOf, nameOf } from './user-figures.ts'

/** As many permissions as a row names before it counts. */
const permissionsShown = 3

type Acts = Omit<UserActionsProps, 'user'>

/** The table of User Management, as the specification names its columns. */
export function userColumns(viewerId: number | undefined, acts: Acts): readonly Column<DashboardUser>[] {
  return [
    {
      key: 'user',
      head: 'User',
      width: 'minmax(0, 2fr)',
      card: 'title',
      cell: (user) => <Person user={user} isViewer={user.id === viewerId} />,
    },
    { key: 'role', head: 'Role', width: 'minmax(0, 0.7fr)', card: 'details', cell: ({ role }) => role },
    {
      key: 'status',
      head: 'Status',
      width: 'minmax(7rem, 0.9fr)',
      card: 'badges',
      cell: (user) => <Status user={user} />,
      cardCell: ({ isActive }) => <Activity isActive={isActive} />,
    },
    {
      key: 'permissions',
      head: 'Permissions',
      width: 'minmax(0, 2fr)',
      card: 'details',
      cell: (user) => <Permissions user={user} />,
    },
    {
      key: 'joined',
      head: 'Joined',
      width: 'minmax(6.5rem, 0.7fr)',
      card: 'details',
      cell: ({ createdAt }) => <Time value={createdAt} show="date" />,
    },
    {
      key: 'lastLogin',
      head: 'Last Login',
      width: 'minmax(6.5rem, 0.7fr)',
      card: 'details',
      cell: ({ lastLogin }) => <Time value={lastLogin} show="date" none="Never" />,
    },
    {
      key: 'actions',
      head: 'Actions',
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
          {isViewer && <Badge tone="info">You</Badge>}
        </span>
        {name !== undefined && <bdi className="-mt-0.5 truncate text-meta font-normal text-fg-3">{user.email}</bdi>}
      </div>
    </div>
  )
}

function OwnerIcon() {
  return (
    <Tooltip text="Owner" isLabel opensOnPress>
      <button
        type="button"
        aria-label="Owner"
        className="-m-1 grid size-6 shrink-0 place-items-center rounded-control text-warn"
      >
        <Crown size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}

function Activity({ isActive }: { readonly isActive: boolean }) {
  return isActive ? <Badge tone="ok">Active</Badge> : <Badge tone="neutral">Inactive</Badge>
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
  if (invitedUntil !== null && lastLogin === null) return 'Invited'
  return hasSecondFactor ? 'Second factor' : 'Password only'
}

function Permissions({ user: { permissions } }: { readonly user: DashboardUser }) {
  if (permissions.length === 0) return <span className="text-fg-3">None</span>
  const more = permissions.length - permissionsShown
  return (
    <span className="flex flex-wrap items-center gap-1">
      {permissions.slice(0, permissionsShown).map((permission) => (
        <PermissionTag key={permission} permission={permission} />
      ))}
      {more > 0 && <span className="whitespace-nowrap text-meta text-fg-2">+{more} more</span>}
    </span>
  )
}
