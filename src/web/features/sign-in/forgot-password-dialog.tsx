import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TooltipRoot } from '../../ui/tooltip-root.tsx'

export interface ForgotPasswordDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Without mail there is one way back in: through the machine that the server runs on. */
export function ForgotPasswordDialog({ isOpen, onOpenChange }: ForgotPasswordDialogProps) {
  return (
    <TooltipRoot>
      <Dialog
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title="Forgot password?"
        description="A new password is set on the machine that runs Keywright. Whoever looks after it runs this in the folder of the installation:"
        footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
      >
        <CodeBlock label="Command" code="npm run cli user reset-password you@example.com" />
        <p className="text-fg-2">
          Stop Keywright first, unless it runs on PostgreSQL. A new password signs that account out everywhere.
        </p>
      </Dialog>
    </TooltipRoot>
  )
}
