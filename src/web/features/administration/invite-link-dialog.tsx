import { NoticeDialog } from '../../ui/dialog/notice-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { formatDateTime } from '../../ui/text/format.ts'

export interface ShownInvite {
  readonly email: string
  readonly token: string
  readonly expiresAt: string
}

export interface InviteLinkDialogProps extends DialogState {
  readonly invite: ShownInvite
}

/** Shows an invite link once: the server stores only its hash. */
export function InviteLinkDialog({ invite, isOpen, onClose }: InviteLinkDialogProps) {
  const link = `${location.origin}/invite#token=${invite.token}`
  return (
    <NoticeDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Invite Link"
      description={
        <>
          For <bdi className="font-medium text-fg">{invite.email}</bdi>. Works once, until{' '}
          {formatDateTime(invite.expiresAt)}.
        </>
      }
    >
      <CopyableText text={link} what="invite link" />
      <p className="text-second text-fg-2">Send it privately. You won't see it again, but you can create another.</p>
    </NoticeDialog>
  )
}
