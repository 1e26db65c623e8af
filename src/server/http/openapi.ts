import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { RouteAuth } from '../../shared/contract/route.ts'
import { openApiWebhooks } from './openapi-webhooks.ts'
import { signatureRequestHeaders } from './sign-answer/signature-headers.ts'

/** By which of these a route knows its caller; any one is enough. */
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

/** OpenAPI 3.1, made from the routes as they are served. Registered before the routes. */
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
      const { token = 'none', isIdempotent } = input.route.config ?? {}
      const security = securityOf[auth].map((scheme) => ({ [scheme]: [] }))
      const operationId = `${input.route.method} ${url}`
      const described = {
        ...schema,
        ...(isIdempotent && { headers: idempotencyHeader }),
        ...(auth === 'api-key' && { headers: signatureRequestHeaders }),
        ...(token !== 'none' && { 'x-token-action': token }),
        security: token === 'none' ? security : [...security, { managementToken: [] }],
      }
      return { schema: { ...described, operationId, tags: [tagOf(url)] }, url }
    },
  })
}

/** The description at /api/openapi.json. */
export function serveOpenApi(app: FastifyInstance): void {
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(app.swagger()),
  )
}

/** Groups the calls by what they are about. */
function tagOf(url: string): string {
  if (url.startsWith('/api/v1/') || url === '/api/auth/register') return 'public'
  const [, , first, , entity] = url.split('/')
  return entity ?? first ?? 'other'
}
