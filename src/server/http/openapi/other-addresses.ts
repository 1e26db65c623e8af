import { z } from 'zod'
import { callGroups } from '../../../shared/call-groups.ts'
import { LiveStreamQuery } from '../../../shared/contract/live-stream.ts'
import type { RouteDef } from '../../../shared/contract/route.ts'
import type { Json } from './json-schema.ts'

/** Served beside the contract, since their answers are no JSON of one shape; they are refused like its calls. */
export const otherCalls: Readonly<Record<string, RouteDef>> = {
  'GET /api/events': {
    name: 'streamEvents',
    auth: 'session',
    summary: 'The live stream of the dashboard: says which data to read again',
    query: LiveStreamQuery,
    refuses: ['application_not_found'],
    reply: z.string(),
    replyTypes: ['text/event-stream'],
  },
  'GET /api/portal/:slug/logo': {
    name: 'getPortalImage',
    auth: 'none',
    summary: 'The logo of a portal',
    params: z.strictObject({ slug: z.string() }),
    refuses: ['portal_not_found', 'not_found'],
    reply: z.string(),
    replyTypes: ['image/png', 'image/webp'],
  },
  'POST /api/shops/:path': {
    name: 'receiveShopCall',
    auth: 'none',
    summary: 'Where a shop sends its orders, signed with the secret of the connection',
    params: z.strictObject({ path: z.string() }),
    bodyTypes: ['application/json'],
    refuses: ['shop_not_found', 'shop_signature_invalid', 'product_not_mapped'],
    reply: z.union([
      z.object({ received: z.literal(true) }),
      z.object({ order_id: z.string().nullable(), keys: z.array(z.string()) }),
    ]),
    replyTypes: ['application/json', 'text/plain'],
  },
}

const text = { type: 'string' }
const json = (properties: Json, required: readonly string[]): Json => ({
  'application/json': { schema: { type: 'object', properties, required } },
})

/** Before an address is looked at. It is the only refusal that calls without a parameter or a body have. */
const headersTooLarge: Json = {
  '431': {
    description: 'The headers are longer than 8 KiB.',
    content: json({ message: text, code: { const: 'invalid_request' } }, ['message', 'code']),
  },
}

const open = (operationId: string, tag: string, summary: string, description: string, responses: Json): Json => ({
  get: {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [],
    responses: { ...responses, ...headersTooLarge },
  },
})

/** Schemas of these addresses. */
export const otherSchemas: Json = {
  Readiness: {
    type: 'object',
    properties: { status: text, detail: text, version: text },
    required: ['status', 'version'],
  },
}
const ready = { 'application/json': { schema: { $ref: '#/components/schemas/Readiness' } } }

const sameUntilStart = 'The same until the next start.'
const anyJson = { content: { 'application/json': { schema: { type: 'object' } } } }
const unchanged: Json = { '304': { description: 'It is the same as that of the sent ETag.' } }

/** What everybody may read, written as it is. */
export const otherPaths: Json = {
  '/healthz': open('getHealth', callGroups.server.title, 'Whether the server runs', 'For a process manager.', {
    '200': {
      description: 'It runs.',
      content: json({ status: { const: 'ok' }, version: text }, ['status', 'version']),
    },
  }),
  '/readyz': open(
    'getReadiness',
    callGroups.server.title,
    'Whether the server takes requests',
    'For a load balancer.',
    {
      '200': { description: 'It takes requests.', content: ready },
      '503': { description: 'It takes none now; `status` says why.', content: ready },
    },
  ),
  '/api/openapi.json': open('getOpenApi', callGroups.server.title, 'This document', sameUntilStart, {
    '200': { description: 'The document.', ...anyJson },
    ...unchanged,
  }),
  '/api/postman.json': open('getPostmanCollection', callGroups.server.title, 'Its calls for Postman', sameUntilStart, {
    '200': { description: 'A collection, version 2.1.', ...anyJson },
    ...unchanged,
  }),
  '/api/logout': open('signOutByLink', callGroups.signIn.title, 'Sign out, by a link', 'For links of the dashboard.', {
    '303': { description: 'Signed out; the landing page follows.' },
    '403': {
      description: 'The link was followed from another site: a page that asks.',
      content: { 'text/html': { schema: text } },
    },
    default: {
      description: 'Not signed out, with the reason.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  }),
}
