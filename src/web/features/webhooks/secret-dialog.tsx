import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { Time } from '../../ui/text/time.tsx'
import type { WithSecret } from './use-webhooks.ts'
import { VerificationSnippets } from './verification-snippets.tsx'

export interface SecretDialogProps extends DialogState {
  readonly created: WithSecret
}

/** Shows a new secret once, and how to use it. */
export function SecretDialog({ created, isOpen, onClose }: SecretDialogProps) {
  const { secret, previousSecretEndsAt } = created
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      title="Signing Secret"
      description="Copy it now: it is not shown again. If it gets lost, rotate it."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex min-w-0 items-center gap-0.5 rounded-control border border-line bg-bg py-0.5 pr-0.5 pl-3">
        <code className="min-w-0 grow py-1 text-second break-all">{secret}</code>
        <CopyButton text={secret} what="signing secret" />
      </div>
      {previousSecretEndsAt !== null && (
        <Note>
          The secret before signs along until <Time value={previousSecretEndsAt} show="date-time" />: your server
          accepts either until then.
        </Note>
      )}
      <VerificationSnippets />
    </Dialog>
  )
}
