import { useMemo, useState } from 'react'
import { MountOnFirstOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { ShownInvite } from './invite-link-dialog.tsx'
import type { Access } from './use-access.ts'
import { type DashboardUser, useInviteAgain } from './use-users.ts'

const CreateUserDialog = lazyComponent(async () => (await import('./create-user-dialog.tsx')).CreateUserDialog)
const InviteLinkDialog = lazyComponent(async () => (await import('./invite-link-dialog.tsx')).InviteLinkDialog)
const EditPermissionsDialog = lazyComponent(
  async () => (await import('./edit-permissions-dialog.tsx')).EditPermissionsDialog,
)
const DeleteAccountDialog = lazyComponent(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog)
const AccountDetailsDialog = lazyComponent(
  async () => (await import('./account-details-dialog.tsx')).AccountDetailsDialog,
)

interface Opened {
  readonly dialog: 'create' | 'edit' | 'delete' | 'details'
  readonly isOpen: boolean
}

/** The windows of the screen. Each is fetched when it is first opened, and kept while it closes. */
export function useUserDialogs(access: Access) {
  const [opened, setOpened] = useState<Opened>({ dialog: 'create', isOpen: false })
  const [user, setUser] = useState<DashboardUser>()
  /** Over whatever window is open by then: its link comes but once, and their text stays. */
  const [invite, setInvite] = useState<{ readonly made: ShownInvite; readonly isOpen: boolean }>()
  const close = () => setOpened((old) => ({ ...old, isOpen: false }))
  const isOpen = (dialog: Opened['dialog']) => opened.isOpen && opened.dialog === dialog
  const onInvited = (made: ShownInvite) => setInvite({ made, isOpen: true })
  const inviteAgain = useInviteAgain(access, (made, { email }) => onInvited({ email, ...made }))
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
      onInvite: makeInvite,
    }
  }, [makeInvite])
  const dialogs = (
    <>
      <MountOnFirstOpen isOpen={isOpen('create')}>
        <CreateUserDialog access={access} isOpen={isOpen('create')} onClose={close} onInvited={onInvited} />
      </MountOnFirstOpen>
      {invite && (
        <MountOnFirstOpen isOpen={invite.isOpen}>
          <InviteLinkDialog
            invite={invite.made}
            isOpen={invite.isOpen}
            onClose={() => setInvite({ ...invite, isOpen: false })}
          />
        </MountOnFirstOpen>
      )}
      {user && (
        <>
          <MountOnFirstOpen isOpen={isOpen('edit')}>
            <EditPermissionsDialog access={access} user={user} isOpen={isOpen('edit')} onClose={close} />
          </MountOnFirstOpen>
          <MountOnFirstOpen isOpen={isOpen('delete')}>
            <DeleteAccountDialog access={access} user={user} isOpen={isOpen('delete')} onClose={close} />
          </MountOnFirstOpen>
          <MountOnFirstOpen isOpen={isOpen('details')}>
            <AccountDetailsDialog access={access} user={user} isOpen={isOpen('details')} onClose={close} />
          </MountOnFirstOpen>
        </>
      )}
    </>
  )
  return { open, dialogs }
}
