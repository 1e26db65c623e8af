import * as texts from '../../texts/administration.ts'
import { NoticeDialog } from '../../ui/dialog/notice-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'

export interface ShownInvite {
  readonly email: string
  readonly token: string
  readonly expiresAt: string
}

export interface InviteLinkDialogProps extends DialogState {
  readonly invite: ShownInvite
}

/** Shows an invite link once: the server stores only its hash. */
export function InviteLinkDialog({ invite, ...dialog }: InviteLinkDialogProps) {
  const link = `${location.origin}/invite#token=${invite.token}`
  return (
    <NoticeDialog
      {...dialog}
      title={texts.inviteLinkText}
      description={
        <>
          {texts.forText} <bdi className="font-medium text-fg">{invite.email}</bdi>
          {texts.worksOnceUntil(invite.expiresAt)}
        </>
      }
    >
      <CopyableText text={link} what={texts.inviteLinkText2} />
      <p className="text-second text-fg-2">{texts.sendItPrivatelyYou}</p>
    </NoticeDialog>
  )
}
