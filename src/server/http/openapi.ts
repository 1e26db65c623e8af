import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** OpenAPI 3.1 at /api/openapi.json, made from the routes as they are served. Registered before the routes. */
export async function serveOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Keywright', version, description: 'Licensing and end-user sign-in for the software you sell.' },
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        },
      },
    },
    transform(input) {
      const { schema, url } = jsonSchemaTransform(input)
      const auth = input.route.config?.auth
      if (!auth) return { schema: { ...schema, hide: true }, url }
      const security = auth === 'api-key' ? [{ apiKey: [] }] : auth === 'session' ? [{ session: [] }] : []
      const operationId = `${input.route.method} ${url}`
      return { schema: { ...schema, security, operationId, tags: [tagOf(url)] }, url }
    },
  })
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
