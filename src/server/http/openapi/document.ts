import { callGroups } from '../../../shared/call-groups.ts'
import { contract } from '../../../shared/contract/index.ts'
import type { RouteDef } from '../../../shared/contract/route.ts'
import type { Json } from './json-schema.ts'
import { operationOf, usualSecurity } from './operation.ts'
import { otherCalls, otherPaths, otherSchemas } from './other-addresses.ts'
import { sharedHeaders, sharedRefusals, spellsRefusals } from './responses.ts'
import { openSchemaBook } from './schema-book.ts'
import { shareRepeated } from './share-repeated.ts'
import { openApiWebhooks, webhookParameters, webhookResponses } from './webhooks.ts'

interface DocumentFacts {
  readonly version: string
  /** The public address of this server; `/` where it is not set. */
  readonly server: string
}

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The API key of an application.',
  },
  adminKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-admin-key',
    description: "The key of the server's administrator.",
  },
  session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'The cookie of a signed-in browser.' },
  portalSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'portal-{id}',
    description: 'The cookie of a customer who is signed in to the portal of the application with this ID.',
  },
  managementToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A management token (kwt_…), made in the account settings. It expires, is limited to the actions that it was ' +
      'given (x-token-action names the one a call needs) and to the applications that were chosen for it, and can ' +
      'never do more than its owner may do now. Calls: 600 a minute per token.',
  },
}

/** The OpenAPI 3.1 document: everything in it derives from the contract, so it says what the server does. */
export function openApiDocument({ version, server }: DocumentFacts): Json {
  const book = openSchemaBook()
  const paths: Record<string, Record<string, Json>> = {}
  const refusals: Record<string, Json> = {}
  for (const [key, route] of Object.entries<RouteDef>({ ...contract, ...otherCalls })) {
    if (!spellsRefusals(route)) addShared(refusals, sharedRefusals(key, route))
    const [method = '', path = ''] = key.split(' ')
    const address = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(key, route, book) }
  }
  for (const [path, operations] of Object.entries(otherPaths))
    paths[path] = { ...paths[path], ...(operations as Json) } as Record<string, Json>
  const shared = shareRepeated(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Keywright',
      version,
      description: 'Licensing and end-user sign-in for the software you sell.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this server' },
    },
    servers: [{ url: server }],
    security: usualSecurity,
    tags: Object.values(callGroups).map(({ title, description }) => ({ name: title, description })),
    paths: shared.paths,
    webhooks: openApiWebhooks(),
    components: {
      schemas: { ...book.schemas, ...otherSchemas },
      responses: { ...refusals, ...shared.responses, ...webhookResponses },
      parameters: { ...shared.parameters, ...webhookParameters },
      headers: sharedHeaders,
      securitySchemes,
    },
  }
}

/** One name stands for one response. */
function addShared(all: Record<string, Json>, more: Readonly<Record<string, Json>>): void {
  for (const [name, response] of Object.entries(more)) {
    const known = all[name] ?? response
    if (JSON.stringify(known) !== JSON.stringify(response)) throw new Error(`${name} names two responses`)
    all[name] = response
  }
}
