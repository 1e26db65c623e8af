import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'

export interface NoticeDialogProps extends Omit<DialogProps, 'onSubmit' | 'footer' | 'isHeld'> {
  readonly closeText?: string
}

/**
 * A dialog that shows something this once, such as a secret. Only its button closes it: a click outside would lose it.
 * `<NoticeDialog … title="Invite link">…</NoticeDialog>`
 */
export function NoticeDialog({ closeText = texts.done, ...dialog }: NoticeDialogProps) {
  return (
    <Dialog
      {...dialog}
      isHeld
      footer={
        <Button variant="primary" onClick={dialog.onClose}>
          {closeText}
        </Button>
      }
    />
  )
}
