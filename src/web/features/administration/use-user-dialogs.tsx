import { useMemo, useState } from 'react'
import { FromFirstOpening } from '../../ui/from-first-opening.tsx'
import { late } from '../../ui/late.tsx'
import type { ShownInvite } from './invite-link-dialog.tsx'
import type { Access } from './use-access.ts'
import { type DashboardUser, useInviteAgain } from './use-users.ts'

const CreateUserDialog = late(async () => (await import('./create-user-dialog.tsx')).CreateUserDialog)
const InviteLinkDialog = late(async () => (await import('./invite-link-dialog.tsx')).InviteLinkDialog)
const EditPermissionsDialog = late(async () => (await import('./edit-permissions-dialog.tsx')).EditPermissionsDialog)
const DeleteAccountDialog = late(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog)
const AccountDetailsDialog = late(async () => (await import('./account-details-dialog.tsx')).AccountDetailsDialog)

interface Opened {
  readonly dialog: 'create' | 'edit' | 'delete' | 'details' | 'invite'
  readonly isOpen: boolean
}

/** The windows of the screen. Each is fetched when it is first opened, and kept while it closes. */
export function useUserDialogs(access: Access) {
  const [opened, setOpened] = useState<Opened>({ dialog: 'create', isOpen: false })
  const [user, setUser] = useState<DashboardUser>()
  const [invite, setInvite] = useState<ShownInvite>()
  const show = (dialog: Opened['dialog']) => setOpened({ dialog, isOpen: true })
  const close = () => setOpened((old) => ({ ...old, isOpen: false }))
  const isOpen = (dialog: Opened['dialog']) => opened.isOpen && opened.dialog === dialog
  const onInvited = (made: ShownInvite) => {
    setInvite(made)
    show('invite')
  }
  const inviteAgain = useInviteAgain(access, (made) => user && onInvited({ email: user.email, ...made }))
  const { mutate: makeInvite } = inviteAgain
  const open = useMemo(() => {
    const withUser = (dialog: Opened['dialog']) => (chosen: DashboardUser) => {
      setUser(chosen)
      setOpened({ dialog, isOpen: true })
    }
    return {
      onCreate: () => setOpened({ dialog: 'create', isOpen: true }),
      onEdit: withUser('edit'),
      onDelete: withUser('delete'),
      onDetails: withUser('details'),
      onInvite: (chosen: DashboardUser) => {
        setUser(chosen)
        makeInvite(chosen)
      },
    }
  }, [makeInvite])
  const dialogs = (
    <>
      <FromFirstOpening isOpen={isOpen('create')}>
        <CreateUserDialog access={access} isOpen={isOpen('create')} onClose={close} onInvited={onInvited} />
      </FromFirstOpening>
      {invite && (
        <FromFirstOpening isOpen={isOpen('invite')}>
          <InviteLinkDialog invite={invite} isOpen={isOpen('invite')} onClose={close} />
        </FromFirstOpening>
      )}
      {user && (
        <>
          <FromFirstOpening isOpen={isOpen('edit')}>
            <EditPermissionsDialog access={access} user={user} isOpen={isOpen('edit')} onClose={close} />
          </FromFirstOpening>
          <FromFirstOpening isOpen={isOpen('delete')}>
            <DeleteAccountDialog access={access} user={user} isOpen={isOpen('delete')} onClose={close} />
          </FromFirstOpening>
          <FromFirstOpening isOpen={isOpen('details')}>
            <AccountDetailsDialog access={access} user={user} isOpen={isOpen('details')} onClose={close} />
          </FromFirstOpening>
        </>
      )}
    </>
  )
  return { open, dialogs }
}
