import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'

export interface NoticeDialogProps extends Omit<DialogProps, 'onSubmit' | 'footer'> {
  readonly closeText?: string
}

/** A dialog that shows something, with one button that closes it. `<NoticeDialog … title="Invite link">…</NoticeDialog>` */
export function NoticeDialog({ closeText = 'Done', ...dialog }: NoticeDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <Button variant="primary" onClick={dialog.onClose}>
          {closeText}
        </Button>
      }
    />
  )
}
