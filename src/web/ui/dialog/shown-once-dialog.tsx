import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogState } from './opening.tsx'

export interface ShownOnceDialogProps extends DialogState {
  readonly title: string
  /** How long it is shown, and where to keep it. */
  readonly description: ReactNode
  readonly size?: 'lg'
  readonly doneText?: string
  readonly children: ReactNode
}

/** Shows what the server can't show again, such as a new secret, and is left by one button. */
export function ShownOnceDialog({ doneText = 'Done', children, ...dialog }: ShownOnceDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <Button variant="primary" onClick={dialog.onClose}>
          {doneText}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
