import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useDeleteWebhook } from './use-webhooks.ts'
import type { Webhook } from './webhook-types.ts'

export interface DeleteWebhookDialogProps extends DialogState {
  readonly webhook: Webhook
  readonly onDeleted?: () => void
}

export function DeleteWebhookDialog({ webhook, isOpen, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const remove = useDeleteWebhook(() => {
    onClose()
    onDeleted?.()
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete Webhook"
      text={
        <>
          <bdi className="font-medium break-all text-fg">{webhook.url}</bdi> will receive no more events, and pending
          deliveries are discarded. This action cannot be undone.
        </>
      }
      needs="manage"
      confirmText="Delete"
      pendingText="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(webhook)}
    />
  )
}
