import { History, Link2 } from 'lucide-react'
import { grantRefusal, hasRight, untouchableReason } from '../../../shared/administration.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import type { Access } from './use-access.ts'
import type { DashboardUser } from './use-users.ts'

export interface UserActionsProps {
  readonly user: DashboardUser
  readonly access: Access
  readonly onEdit: (user: DashboardUser) => void
  readonly onDelete: (user: DashboardUser) => void
  readonly onDetails: (user: DashboardUser) => void
  readonly onInvite: (user: DashboardUser) => void
}

/** What can be done with a user, at the end of the row. What can't is there too, and says why. */
export function UserActions({ user, access, onEdit, onDelete, onDetails, onInvite }: UserActionsProps) {
  const remove = () => {
    if (user.id !== access.viewer.id) return onDelete(user)
    toast({ title: 'Cannot Delete', description: 'You cannot delete your own account.', kind: 'destructive' })
  }
  const isInvited = user.invitedUntil !== null && user.lastLogin === null
  return (
    <span className="flex items-center gap-1">
      <Button
        size="sm"
        aria-label={`Edit ${user.email}`}
        disabledReason={editRefusal(user, access)}
        onClick={() => onEdit(user)}
      >
        Edit
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Delete ${user.email}`}
        disabledReason={deleteRefusal(user, access)}
        onClick={remove}
      >
        Delete
      </Button>
      {isInvited ? (
        <IconButton
          size="sm"
          label={`New invite link for ${user.email}`}
          icon={<Link2 size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={inviteRefusal(user, access)}
          onClick={() => onInvite(user)}
        />
      ) : (
        <IconButton
          size="sm"
          label={`Sessions and history of ${user.email}`}
          icon={<History size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onDetails(user)}
        />
      )}
    </span>
  )
}

function editRefusal(user: DashboardUser, { viewer }: Access): string | undefined {
  if (hasRight(viewer, 'grant')) return grantRefusal(viewer, user)
  if (hasRight(viewer, 'edit')) return untouchableReason(viewer, user)
  return 'This needs the permission manage_users or manage_permissions.'
}

/** The own account answers with the specification's toast instead. */
function deleteRefusal(user: DashboardUser, { viewer }: Access): string | undefined {
  if (user.id === viewer.id) return undefined
  if (user.role === 'owner') return "An owner account can't be deleted here. Give it another role first."
  return hasRight(viewer, 'edit') ? untouchableReason(viewer, user) : 'This needs the permission manage_users.'
}

function inviteRefusal(user: DashboardUser, { viewer }: Access): string | undefined {
  const mayInvite = hasRight(viewer, 'create')
  return mayInvite ? untouchableReason(viewer, user) : 'This needs the permission manage_users or access_admin_panel.'
}
