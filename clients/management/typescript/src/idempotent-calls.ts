// Generated from the OpenAPI document. Do not edit: see clients/management/README.md.

/** Calls that take an `Idempotency-Key`. */
export const idempotentCalls: ReadonlySet<string> = new Set([
  'POST /api/applications',
  'POST /api/applications/{id}/users',
  'POST /api/applications/{id}/licenses',
  'POST /api/applications/{id}/licenses/generate',
  'POST /api/applications/{id}/licenses/batch',
  'POST /api/applications/{id}/presets',
  'POST /api/blacklist',
  'POST /api/webhooks',
])
