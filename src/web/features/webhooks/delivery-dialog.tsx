import { RotateCw } from 'lucide-react'
import { QueryError } from '../../common/query-error.tsx'
import { useCloseWhenGone } from '../../common/use-close-when-gone.ts'
import * as texts from '../../texts/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { useDelivery, useRedeliver } from './use-deliveries.ts'

export interface DeliveryDialogProps extends DialogState {
  readonly webhookId: string
  readonly deliveryId: string
}

/** One delivery: request, response, and Redeliver. */
export function DeliveryDialog({ webhookId, deliveryId, isOpen, onClose }: DeliveryDialogProps) {
  const { data, error, refetch, isRefetching } = useDelivery(webhookId, deliveryId)
  const redeliver = useRedeliver(webhookId)
  useCloseWhenGone(error, isOpen, onClose)
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      title={data === undefined ? texts.delivery : texts.deliveryOf(data.event)}
      description={
        <span className="flex items-center gap-1">
          <span className="min-w-0 font-mono text-meta break-all">{deliveryId}</span>
          <CopyButton text={deliveryId} what={texts.deliveryId} />
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button
            variant="primary"
            icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />}
            needs="manage"
            isBusy={redeliver.isPending}
            busyText={texts.redelivering}
            onClick={() => redeliver.mutate(deliveryId)}
          >
            {texts.redeliverText}
          </Button>
        </>
      }
    >
      {data !== undefined && <DeliveryFacts delivery={data} />}
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
    </Dialog>
  )
}
