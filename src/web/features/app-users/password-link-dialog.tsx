import { useState } from 'react'
import { type ApiReply, api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/password-link.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import type { AppUser } from './use-app-users.ts'

const linkKey = 'POST /api/applications/:id/users/:userId/password-link'

export interface PasswordLinkDialogProps extends DialogState {
  readonly applicationId: number
  readonly user: AppUser
}

/** Makes a link with which a user sets a password, and shows it once. */
export const PasswordLinkDialog = freshPerOpening(PasswordLink)

function PasswordLink({ applicationId, user, isOpen, onClose }: PasswordLinkDialogProps) {
  const [made, setMade] = useState<ApiReply<typeof linkKey>>()
  const make = useMutate(
    (_: undefined) => api(linkKey, { params: { id: String(applicationId), userId: String(user.id) } }),
    { failed: texts.failed, onReply: setMade },
  )
  return (
    <Dialog
      {...{ isOpen, onClose }}
      size="lg"
      isHeld={made !== undefined}
      title={texts.title}
      description={texts.text(user.username)}
      footer={
        made === undefined ? (
          <>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button
              variant="primary"
              needs="help"
              isBusy={make.isPending}
              busyText={texts.making}
              onClick={() => make.mutate(undefined)}
            >
              {texts.make}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        )
      }
    >
      {made !== undefined && (
        <div className="flex flex-col gap-1.5">
          <CopyableText text={made.url} what={texts.link} />
          <p className="text-second text-fg-2">{texts.once(formatDateTime(made.endsAt))}</p>
        </div>
      )}
    </Dialog>
  )
}
