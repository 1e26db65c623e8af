import type { ApiReply } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { tokenExample } from './token-example.ts'

export interface MadeTokenDialogProps {
  readonly made: ApiReply<'POST /api/account/tokens'>
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The only time that a token is seen; the server keeps no more than its hash. */
export function MadeTokenDialog({ made, isOpen, onClose }: MadeTokenDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      size="lg"
      title="Copy your token now"
      description="It is shown this once. Keep it where your program finds it, and nowhere else: whoever holds it may do what it may."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex min-w-0 items-center gap-0.5 rounded-control border border-line bg-bg py-0.5 pr-0.5 pl-3">
        <code className="min-w-0 grow py-1 text-meta break-all">{made.token}</code>
        <CopyButton text={made.token} what="token" />
      </div>
      <CodeBlock label="curl" code={tokenExample(made, location.origin)} />
    </Dialog>
  )
}
