import * as texts from '../../texts/webhooks.ts'
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
export function SecretDialog({ created, onEdit, ...dialog }: SecretDialogProps) {
  const { secret, previousSecretEndsAt } = created
  return (
    <NoticeDialog size="lg" {...dialog} title={texts.signingSecret} description={texts.copyItNowYou}>
      <CopyableText text={secret} what={texts.signingSecretText} />
      {onEdit !== undefined && <SendTestNow webhook={created} onEdit={onEdit} />}
      {previousSecretEndsAt !== null && (
        <Note>
          {texts.thePreviousSecretAlso} <Time value={previousSecretEndsAt} show="date-time" />
          {texts.soYourServerCan}
        </Note>
      )}
      <VerificationSnippets />
    </NoticeDialog>
  )
}
