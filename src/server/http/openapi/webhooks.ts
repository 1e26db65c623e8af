import { callGroups } from '../../../shared/call-groups.ts'
import { type EventName, eventNames } from '../../../shared/events.ts'
import { codesOf, isSuccess } from '../../../shared/webhook-payload.ts'
import type { Json } from './json-schema.ts'
import { pascal } from './pascal.ts'

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** The headers of every webhook. */
export const webhookParameters: Readonly<Record<string, Json>> = {
  WebhookId: header('webhook-id', 'The same at every try of one message: by it a receiver knows a repetition.'),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Seconds since 1970 of this try. Refuse what is more than five minutes off.',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One or more of `v1,` + base64(HMAC-SHA256(secret, `{webhook-id}.{webhook-timestamp}.{body}`)), separated by ' +
      'spaces: two while a rotated secret overlaps. A secret `whsec_…` is base64 behind the prefix, any other one is text.',
  ),
}

/** The responses that a receiver may give to every webhook. */
export const webhookResponses: Readonly<Record<string, Json>> = {
  WebhookTaken: { description: 'Taken. Anything else is tried again: ten times within 76 hours.' },
  WebhookGone: { description: 'Gone: the webhook is disabled.' },
  WebhookBusy: { description: 'Busy, as 503: `Retry-After` is honored.' },
}

/** The `webhooks` section of OpenAPI 3.1: the signed JSON that each event sends. */
export function openApiWebhooks(): Json {
  return Object.fromEntries(eventNames.map((event) => [event, { post: operationOf(event) }]))
}

function operationOf(event: EventName): Json {
  return {
    operationId: `on${pascal(event)}`,
    summary: `Sent to the webhooks that hear of ${event}`,
    tags: [callGroups.webhooks.title],
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema: payloadOf(event) } } },
    responses: {
      '2XX': { $ref: '#/components/responses/WebhookTaken' },
      '410': { $ref: '#/components/responses/WebhookGone' },
      '429': { $ref: '#/components/responses/WebhookBusy' },
    },
  }
}

/** What all events share, limited to this one. */
const payloadOf = (event: EventName): Json => ({
  allOf: [
    { $ref: '#/components/schemas/WebhookPayload' },
    {
      properties: {
        type: { const: event },
        data: { properties: { success: { const: isSuccess(event) }, code: { enum: codesOf(event) } } },
      },
    },
  ],
})
