import type { z } from 'zod'
import type { webhookRoutes } from '../../../shared/contract/webhooks.ts'
import { maxAttempts } from '../../events/webhooks/decide-next.ts'
import { jsonHeaders, outgoingRequest } from '../../events/webhooks/outgoing-request.ts'
import type { Caller } from '../../http/authenticate.ts'
import type { Delivery } from '../../store/deliveries.ts'
import type { Webhook } from '../../store/webhooks.ts'
import { shownAnswer, shownUrl } from './shown-webhook.ts'

type Shown = z.output<(typeof webhookRoutes)['POST /api/webhooks/:id/deliveries/:deliveryId/redeliver']['reply']>
type ShownDetails = z.output<(typeof webhookRoutes)['GET /api/webhooks/:id/deliveries/:deliveryId']['reply']>

export function shownDelivery({
  messageId,
  webhookId: _,
  body: __,
  answer: ___,
  signature: ____,
  ...rest
}: Delivery): Shown {
  return { ...rest, id: messageId, maxAttempts: rest.isTest ? 1 : maxAttempts }
}

/** The request as the last try sent it; before the first one as it is going to be, without a signature. */
export function deliveryDetails(delivery: Delivery, webhook: Webhook, caller: Caller): ShownDetails {
  const { messageId, body, triedAt, signature, answer } = delivery
  const at = triedAt ?? delivery.createdAt
  const request = outgoingRequest({ ...webhook, secrets: [] }, { messageId, body }, at)
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    ...shownDelivery(delivery),
    request: {
      method: 'POST',
      url: shownUrl(webhook, caller).url,
      headers: signature === null ? withoutSignature(request.headers) : jsonHeaders(messageId, timestamp, signature),
      body: request.body,
    },
    answer: shownAnswer(answer, webhook, caller),
  }
}

function withoutSignature({ 'webhook-signature': _, ...headers }: Readonly<Record<string, string>>) {
  return headers
}
