import * as texts from '../../texts/webhooks.ts'
import { NoticeDialog } from '../../ui/dialog/notice-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { SendTestNow } from './send-test-now.tsx'
import { formatNames, type Webhook } from './webhook-types.ts'

export interface CreatedWebhookDialogProps extends DialogState {
  readonly webhook: Webhook
  readonly onEdit: () => void
}

/** After a chat was connected, whose address is the secret. A webhook with a secret shows that instead. */
export function CreatedWebhookDialog({ webhook, onEdit, ...dialog }: CreatedWebhookDialogProps) {
  return (
    <NoticeDialog
      {...dialog}
      title={texts.webhookCreated}
      description={texts.getsAMessageFor(formatNames[webhook.format])}
    >
      <SendTestNow webhook={webhook} onEdit={onEdit} />
    </NoticeDialog>
  )
}
