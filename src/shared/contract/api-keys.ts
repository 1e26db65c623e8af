import { z } from 'zod'
import { ById, Done, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

const ByKey = z.strictObject({ id: PathId, keyId: PathId })

/** How long a replaced key stays valid, because clients in the field still use it. */
export const graceTimes = ['now', '24h', '7d', '30d'] as const

const ApiKey = z.object({
  id: z.int(),
  /** First 12 characters, 20 bullets, last 8. */
  masked: z.string(),
  isCurrent: z.boolean(),
  createdAt: Time,
  /** When a replaced key expires; null for the current one. */
  expiresAt: Time.nullable(),
  /** Accurate to a minute; null: not used yet. */
  lastUsedAt: Time.nullable(),
})

export const apiKeyRoutes = {
  'GET /api/applications/:id/api-keys': {
    name: 'listApiKeys',
    auth: 'session',
    token: 'none',
    right: 'look',
    summary: 'List the current API key and replaced ones that still work, newest first; masked',
    params: ById,
    reply: z.array(ApiKey),
  },
  'POST /api/applications/:id/api-keys': {
    name: 'rotateApiKey',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Rotate the API key; the old one keeps working for the grace period (30 days by default)',
    params: ById,
    body: z.strictObject({ grace: z.enum(graceTimes).optional() }),
    reply: ApiKey.extend({ apiKey: z.string() }),
  },
  'POST /api/applications/:id/api-keys/:keyId/reveal': {
    name: 'revealApiKey',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Reveal a key in full; recorded in the audit log',
    params: ByKey,
    reply: z.object({ apiKey: z.string() }),
  },
  'POST /api/applications/:id/api-key-uses': {
    name: 'recordApiKeyUse',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Record in the audit log that a screen revealed or copied the current key',
    params: ById,
    body: z.strictObject({ use: z.enum(['reveal', 'copy']) }),
    reply: Done,
  },
  'DELETE /api/applications/:id/api-keys/:keyId': {
    name: 'retireApiKey',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'End the grace period of a replaced key now',
    params: ByKey,
    reply: Done,
  },
} satisfies Routes
