import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { z } from 'zod'
import { type EventName, eventNames } from '../../shared/events.ts'
import { webhookPayload } from '../../shared/webhook-payload.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
})

const parameters = [
  header('webhook-id', 'The same at every try of one message: by it a receiver knows a repetition.'),
  header('webhook-timestamp', 'Seconds since 1970 of this try. Refuse what is more than five minutes off.'),
  header(
    'webhook-signature',
    'One or more of `v1,` + base64(HMAC-SHA256(secret, `{webhook-id}.{webhook-timestamp}.{body}`)), separated by ' +
      'spaces: two while a rotated secret overlaps. A secret `whsec_…` is base64 behind the prefix, any other one is text.',
  ),
]

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>

/** The `webhooks` of OpenAPI 3.1: what a receiver gets for each event, as signed JSON. */
export function openApiWebhooks(): NonNullable<Extract<OpenApi, { webhooks?: unknown }>['webhooks']> {
  // The types know OpenAPI's own idea of a JSON schema, which is narrower than what 3.1 takes.
  return Object.fromEntries(eventNames.map((event) => [event, { post: operationOf(event) as never }]))
}

function operationOf(event: EventName) {
  const { $schema: _, ...schema } = z.toJSONSchema(webhookPayload(event))
  return {
    operationId: `webhook ${event}`,
    summary: `Sent to the webhooks that hear of ${event}`,
    tags: ['webhooks'],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken. Anything else is tried again: ten times within 76 hours.' },
      '410': { description: 'Gone: the webhook is disabled.' },
      '429': { description: 'Busy, as 503: `Retry-After` is honored.' },
    },
  }
}
