import { NoticeDialog } from '../../ui/dialog/notice-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { Time } from '../../ui/text/time.tsx'
import { SendTestNow } from './send-test-now.tsx'
import type { WithSecret } from './use-webhooks.ts'
import { VerificationSnippets } from './verification-snippets.tsx'

export interface SecretDialogProps extends DialogState {
  readonly created: WithSecret
  /** For a new webhook: opens its form, if the test that is offered fails. */
  readonly onEdit?: (() => void) | undefined
}

/** Shows a new secret once, and how to use it. */
export function SecretDialog({ created, onEdit, isOpen, onClose }: SecretDialogProps) {
  const { secret, previousSecretEndsAt } = created
  return (
    <NoticeDialog
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      title="Signing Secret"
      description="Copy it now: you won't see it again. If you lose it, rotate it."
    >
      <CopyableText text={secret} what="signing secret" />
      {onEdit !== undefined && <SendTestNow webhook={created} onEdit={onEdit} />}
      {previousSecretEndsAt !== null && (
        <Note>
          The previous secret also signs until <Time value={previousSecretEndsAt} show="date-time" />, so your server
          can accept either.
        </Note>
      )}
      <VerificationSnippets />
    </NoticeDialog>
  )
}
