import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
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
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Invite link"
      description={
        <>
          For <bdi className="font-medium text-fg">{invite.email}</bdi>. Works once, until{' '}
          {formatDateTime(invite.expiresAt)}.
        </>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex items-start gap-1 rounded-control border border-line bg-bg py-1 pr-1 pl-3">
        <code className="min-w-0 grow break-all py-1 text-meta text-fg-2">{link}</code>
        <CopyButton text={link} what="invite link" />
      </div>
      <p className="text-second text-fg-2">
        Send it over a channel that only this person reads. It is shown this once; a new one can be made later.
      </p>
    </Dialog>
  )
}
