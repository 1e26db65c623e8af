import { useMemo, useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import type { ShownInvite } from './invite-link-dialog.tsx'
import type { Access } from './use-access.ts'
import { type DashboardUser, useInviteAgain } from './use-users.ts'

const CreateUserDialog = lazyDialog(async () => (await import('./create-user-dialog.tsx')).CreateUserDialog)
const InviteLinkDialog = lazyDialog(async () => (await import('./invite-link-dialog.tsx')).InviteLinkDialog)
const EditPermissionsDialog = lazyDialog(
  async () => (await import('./edit-permissions-dialog.tsx')).EditPermissionsDialog,
)
const DeleteAccountDialog = lazyDialog(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog)
const AccountDetailsDialog = lazyDialog(async () => (await import('./account-details-dialog.tsx')).AccountDetailsDialog)

/** The dialogs of User Management, and what opens them. */
export function useUserDialogs(access: Access) {
  const [isCreating, setIsCreating] = useState(false)
  const edited = useDialogValue<DashboardUser>()
  const deleted = useDialogValue<DashboardUser>()
  const detailed = useDialogValue<DashboardUser>()
  // Over whichever dialog is open by then: the link is returned only once, and that dialog keeps its input.
  const invite = useDialogValue<ShownInvite>()
  const inviteAgain = useInviteAgain(access, (made, { email }) => invite.open({ email, ...made }))
  const { mutate: onInvite } = inviteAgain
  const { open: onEdit } = edited
  const { open: onDelete } = deleted
  const { open: onDetails } = detailed
  const open = useMemo(
    () => ({ onCreate: () => setIsCreating(true), onEdit, onDelete, onDetails, onInvite }),
    [onEdit, onDelete, onDetails, onInvite],
  )
  const dialogs = (
    <>
      <CreateUserDialog
        access={access}
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onInvited={invite.open}
      />
      {invite.value && <InviteLinkDialog invite={invite.value} {...invite.dialog} />}
      {edited.value && <EditPermissionsDialog access={access} user={edited.value} {...edited.dialog} />}
      {deleted.value && <DeleteAccountDialog access={access} user={deleted.value} {...deleted.dialog} />}
      {detailed.value && <AccountDetailsDialog access={access} user={detailed.value} {...detailed.dialog} />}
    </>
  )
  return { open, dialogs }
}
