import * as texts from '../../texts/webhooks.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useDeleteWebhook } from './use-webhooks.ts'
import type { Webhook } from './webhook-types.ts'

export interface DeleteWebhookDialogProps extends DialogState {
  readonly webhook: Webhook
  readonly onDeleted?: () => void
}

export function DeleteWebhookDialog({ webhook, onDeleted, ...dialog }: DeleteWebhookDialogProps) {
  const remove = useDeleteWebhook(() => {
    dialog.onClose()
    onDeleted?.()
  })
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.deleteWebhook}
      text={
        <>
          <bdi className="font-medium break-all text-fg">{webhook.url}</bdi> {texts.willReceiveNoMore}
        </>
      }
      needs="manage"
      confirmText={texts.deleteText}
      pendingText={texts.deleting}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(webhook)}
    />
  )
}
