import { useState } from 'react'
import { type EventName, eventNames } from '../../../shared/events.ts'
import * as texts from '../../texts/webhooks.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { eventMeanings } from './event-meanings.ts'
import { useTestWebhook } from './use-deliveries.ts'
import type { Webhook } from './webhook-types.ts'

export interface TestWebhookDialogProps extends DialogState {
  readonly webhook: Webhook
}

const options = eventNames.map((value) => ({ value, label: value }))

/** Sends a sample of an event and shows the result. */
export function TestWebhookDialog({ webhook, ...dialog }: TestWebhookDialogProps) {
  const [event, setEvent] = useState<EventName>(webhook.events[0] ?? 'user_login')
  const test = useTestWebhook(String(webhook.id))
  return (
    <FormDialog
      size="lg"
      {...dialog}
      title={texts.sendTest}
      description={texts.sendsOneSampleEvent}
      onSubmit={() => test.mutate(event)}
      cancelText={texts.close}
      needs="manage"
      submitText={texts.sendTest}
      isBusy={test.isPending}
      busyText={texts.sending}
    >
      <Field label={texts.event} hint={eventMeanings[event]}>
        <Select options={options} value={event} onChange={setEvent} />
      </Field>
      <div role="status">{test.data !== undefined && <DeliveryFacts delivery={test.data} />}</div>
    </FormDialog>
  )
}
