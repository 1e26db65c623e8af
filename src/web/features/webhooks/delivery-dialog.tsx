import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { useDelivery, useRedeliver } from './use-deliveries.ts'

export interface DeliveryDialogProps {
  readonly webhookId: string
  readonly deliveryId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** One delivery: what was sent, what came back, and the way to send it again. */
export function DeliveryDialog({ webhookId, deliveryId, isOpen, onClose }: DeliveryDialogProps) {
  const { data, error, refetch, isRefetching } = useDelivery(webhookId, deliveryId)
  const redeliver = useRedeliver(webhookId)
  const isGone = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (!isGone || !isOpen) return
    toast({ title: 'Error', description: error.message, kind: 'destructive' })
    onClose()
  }, [isGone, isOpen, error, onClose])
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      title={data === undefined ? 'Delivery' : `Delivery of ${data.event}`}
      description={
        <span className="flex items-center gap-1">
          <span className="min-w-0 font-mono text-meta break-all">{deliveryId}</span>
          <CopyButton text={deliveryId} what="delivery id" />
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />}
            isBusy={redeliver.isPending}
            busyText="Redelivering..."
            onClick={() => redeliver.mutate(deliveryId)}
          >
            Redeliver
          </Button>
        </>
      }
    >
      {data !== undefined && <DeliveryFacts delivery={data} />}
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorState
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
      )}
    </Dialog>
  )
}
