import { Send } from 'lucide-react'
import * as texts from '../../texts/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { useTestWebhook } from './use-deliveries.ts'
import { type DeliveryDetails, formatNames, type Webhook } from './webhook-types.ts'

export interface SendTestNowProps {
  readonly webhook: Pick<Webhook, 'id' | 'events' | 'format'>
  /** Opens the webhook's form: offered when the test fails. */
  readonly onEdit: () => void
}

/** Offered right after a webhook was made: sends a sample, and says what the receiver answered. */
export function SendTestNow({ webhook, onEdit }: SendTestNowProps) {
  const test = useTestWebhook(String(webhook.id))
  const hasFailed = test.data !== undefined && test.data.status !== 'delivered'
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-inner border border-line bg-raised p-3">
      <p role="status" className={hasFailed ? 'min-w-0 grow text-bad' : 'min-w-0 grow'}>
        {test.data === undefined ? texts.sendATestEvent : testResult(test.data, webhook.format)}
      </p>
      {hasFailed && (
        <Button size="sm" onClick={onEdit}>
          {texts.edit}
        </Button>
      )}
      <Button
        size="sm"
        needs="manage"
        icon={<Send size={16} strokeWidth={1.75} aria-hidden />}
        isBusy={test.isPending}
        busyText={texts.sending}
        onClick={() => test.mutate(webhook.events[0] ?? 'user_login')}
      >
        {texts.sendTest}
      </Button>
    </div>
  )
}

type Tried = Pick<DeliveryDetails, 'code' | 'ms' | 'error'>

/** `Discord answered 204 in 180 ms.`, or why nothing was answered. */
export function testResult({ code, ms, error }: Tried, format: Webhook['format']): string {
  if (code === null) return error ?? texts.theEndpointDidntRespond
  const receiver = format === 'json' ? texts.yourServer : formatNames[format]
  return texts.respondedWith(receiver, code, ms === null ? '' : texts.inMs(ms))
}
