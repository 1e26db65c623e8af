import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import type { Access } from './use-access.ts'
import { type DashboardUser, useDeleteUser } from './use-users.ts'

export interface DeleteAccountDialogProps {
  readonly access: Access
  readonly user: DashboardUser
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function DeleteAccountDialog({ access, user, isOpen, onClose }: DeleteAccountDialogProps) {
  const remove = useDeleteUser(access, onClose)
  const { viewer } = access
  const heir = viewer.role === 'owner' && viewer.id !== undefined ? 'you' : 'the owner who is here the longest'
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      title="Delete User"
      text={
        <>
          <bdi className="font-medium text-fg">{user.email}</bdi> is signed out everywhere at once. This action cannot
          be undone.
        </>
      }
      confirmText="Delete User"
      pendingText="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(user)}
    >
      {user.applicationCount > 0 && (
        <p className="text-fg-2">
          {formatCount(user.applicationCount, 'application')} of this user{' '}
          {user.applicationCount === 1 ? 'passes' : 'pass'} to {heir}, with users, licenses, texts and blacklist.
          Programs in the field go on as before; webhooks for all applications of this user end.
        </p>
      )}
    </ConfirmDialog>
  )
}
