import * as texts from '../../texts/app-users.ts'
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
      title={texts.deleteUser}
      text={
        <>
          <bdi className="font-medium text-fg">{user.username}</bdi> {texts.losesAccessImmediatelyThis}
          {user.licenseId !== null && texts.theirLicenseSeatBecomes}
        </>
      }
      needs="manage"
      confirmText={texts.deleteUser}
      pendingText={texts.deleting}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(user)}
    />
  )
}
