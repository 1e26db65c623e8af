import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import type { AppUser } from './use-app-users.ts'
import { useDeleteUser } from './use-user-changes.ts'

export interface DeleteUserDialogProps extends DialogState {
  readonly applicationId: number
  readonly user: AppUser
}

export function DeleteUserDialog({ applicationId, user, ...dialog }: DeleteUserDialogProps) {
  const remove = useDeleteUser(applicationId, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete User"
      text={
        <>
          <bdi className="font-medium text-fg">{user.username}</bdi> loses access immediately. This action cannot be
          undone.
          {user.licenseId !== null && ' Their license seat becomes free.'}
        </>
      }
      needs="manage"
      confirmText="Delete User"
      pendingText="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(user)}
    />
  )
}
