import { useState } from 'react'
import { type EventName, eventNames } from '../../../shared/events.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { useTestWebhook } from './use-deliveries.ts'
import { eventMeanings, type Webhook } from './webhook-types.ts'

export interface TestWebhookDialogProps {
  readonly webhook: Webhook
  readonly isOpen: boolean
  readonly onClose: () => void
}

const options = eventNames.map((value) => ({ value, label: value }))

/** Sends a sample of any of the twelve events and shows how it went. */
export function TestWebhookDialog({ webhook, isOpen, onClose }: TestWebhookDialogProps) {
  const [event, setEvent] = useState<EventName>(webhook.events[0] ?? 'user_login')
  const test = useTestWebhook(String(webhook.id))
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      title="Send Test"
      description="A sample with made-up data goes out now, once, whether or not the webhook is active."
      onSubmit={() => test.mutate(event)}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" type="submit" isBusy={test.isPending} busyText="Sending...">
            Send Test
          </Button>
        </>
      }
    >
      <Field label="Event" hint={eventMeanings[event]}>
        <Select options={options} value={event} onChange={setEvent} />
      </Field>
      <div role="status">{test.data !== undefined && <DeliveryFacts delivery={test.data} />}</div>
    </Dialog>
  )
}
