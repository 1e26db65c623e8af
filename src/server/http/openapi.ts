import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RouteAuth } from '../../shared/contract/route.ts'
import { type EventName, eventNames } from '../../shared/events.ts'
import { webhookPayload } from '../../shared/webhook-payload.ts'
import { compressedOnce, type StaticAnswer, sendStatic } from './static-answer.ts'

/** How callers authenticate per kind of route; any one is enough. */
const securityOf: Record<RouteAuth, readonly string[]> = {
  none: [],
  session: ['session'],
  admin: ['session', 'adminKey'],
  'api-key': ['apiKey'],
}

const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      maxLength: 255,
      description:
        'Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first ' +
        'time and creates nothing more. 409 while the first is being answered, 422 with another body.',
    },
  },
}

/** Generates OpenAPI 3.1 from the registered routes. Call it before the routes are registered. */
export async function describeRoutes(app: FastifyInstance, version: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Keywright', version, description: 'Licensing and end-user sign-in for the software you sell.' },
      webhooks: openApiWebhooks(),
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          adminKey: { type: 'apiKey', in: 'header', name: 'x-admin-key' },
          session: { type: 'apiKey', in: 'cookie', name: 'sid' },
          managementToken: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A management token (kwt_…), made in the account settings. It expires, is limited to the actions that it was ' +
              'given (x-token-action names the one a call needs) and to the applications that were chosen for it, and can ' +
              'never do more than its owner may do now. Calls: 600 a minute per token.',
          },
        },
      },
    },
    transform(input) {
      const { schema, url } = jsonSchemaTransform(input)
      const auth = input.route.config?.auth
      if (!auth) return { schema: { ...schema, hide: true }, url }
      const { token = 'none', isIdempotent, right } = input.route.config ?? {}
      const security = securityOf[auth].map((scheme) => ({ [scheme]: [] }))
      const operationId = `${input.route.method} ${url}`
      const described = {
        ...schema,
        ...(isIdempotent && { headers: idempotencyHeader }),
        ...(auth === 'api-key' && { headers: signatureRequestHeaders }),
        ...(token !== 'none' && { 'x-token-action': token }),
        ...(right && { 'x-right': right }),
        security: token === 'none' ? security : [...security, { managementToken: [] }],
      }
      return { schema: { ...described, operationId, tags: [tagOf(url)] }, url }
    },
  })
}

/** Serves the document at /api/openapi.json. It is written, and compressed, once: at its first request. */
export function serveOpenApi(app: FastifyInstance): void {
  let document: StaticAnswer | undefined
  app.get('/api/openapi.json', { schema: { hide: true }, exposeHeadRoute: true }, (request, reply) => {
    document ??= compressedOnce('application/json; charset=utf-8', Buffer.from(JSON.stringify(app.swagger())))
    return sendStatic(request, reply.header('cache-control', 'no-cache'), document)
  })
}

/** Groups the routes by entity. */
function tagOf(url: string): string {
  if (url.startsWith('/api/v1/') || url === '/api/auth/register') return 'public'
  const [, , first, , entity] = url.split('/')
  return entity ?? first ?? 'other'
}

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

/** The `webhooks` section of OpenAPI 3.1: the signed JSON that each event sends. */
function openApiWebhooks(): NonNullable<Extract<OpenApi, { webhooks?: unknown }>['webhooks']> {
  // The types allow only the narrower JSON schema of OpenAPI 3.0.
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

const text = (description: string) => ({ type: 'string', description })

/** The headers that ask for a signed response. */
const signatureRequestHeaders = {
  type: 'object',
  properties: {
    'x-nonce': {
      ...text('Asks for a signed answer: fresh random text for every call. Without it nothing is signed.'),
      pattern: '^[A-Za-z0-9_-]{16,64}$',
    },
    'x-key-id': text('Key ids that the program pins, separated by commas: the server signs with one of them.'),
    'content-digest': text('With X-Nonce: sha-256=:…: of the body. A wrong one is refused with 400.'),
  },
} as const
