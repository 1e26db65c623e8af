import { maskApiKey } from '../../shared/api-key-mask.ts'
import type { apiKeyRoutes, graceTimes } from '../../shared/contract/api-keys.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { newApiKey } from '../lib/tokens.ts'
import type { ApiKey } from '../store/applications/api-keys.ts'

const hourMs = 3_600_000
const graceMs: Record<(typeof graceTimes)[number], number> = {
  now: 0,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
}

/** API keys of an application. Clients in the field carry them, so a rotated key stays valid for a grace period. */
export function apiKeyHandlers({ stores, clock, onChanged }: Dashboard): Handlers<typeof apiKeyRoutes> {
  return {
    'GET /api/applications/:id/api-keys': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      return (await stores.apiKeys.list(params.id, clock.now())).map(apiKeyView)
    },

    'POST /api/applications/:id/api-keys': async ({ caller, request, params, body }) => {
      const now = clock.now()
      const grace = body.grace ?? '30d'
      const made = await stores.transaction(async (tx) => {
        await findApplication(tx, caller, params.id, 'manage')
        const key = await tx.apiKeys.rotate(params.id, newApiKey(), new Date(now.getTime() + graceMs[grace]), now)
        const subject = ofApplication(params.id, `, key ${key.id}, grace ${grace}`)
        await audit(tx, { caller, request }, 'api_key.rotate', subject, now)
        return key
      })
      onChanged({ applicationId: params.id })
      return { ...apiKeyView(made), apiKey: made.apiKey }
    },

    'POST /api/applications/:id/api-keys/:keyId/reveal': async ({ caller, request, params }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, caller, params.id, 'manage')
        const now = clock.now()
        const key = (await tx.apiKeys.list(params.id, now)).find(({ id }) => id === params.keyId)
        if (!key) throw new Problem('api_key_not_found')
        await audit(tx, { caller, request }, 'api_key.reveal', ofApplication(params.id, `, key ${key.id}`), now)
        return { apiKey: key.apiKey }
      }),

    'POST /api/applications/:id/api-key-uses': async ({ caller, request, params, body }) => {
      await stores.transaction(async (tx) => {
        await findApplication(tx, caller, params.id, 'manage')
        await audit(tx, { caller, request }, `api_key.${body.use}`, ofApplication(params.id), clock.now())
      })
      return { message: 'Noted' }
    },

    'DELETE /api/applications/:id/api-keys/:keyId': async ({ caller, request, params }) => {
      await stores.transaction(async (tx) => {
        await findApplication(tx, caller, params.id, 'manage')
        if (!(await tx.apiKeys.revoke(params.id, params.keyId))) throw new Problem('api_key_not_found')
        const subject = ofApplication(params.id, `, key ${params.keyId}`)
        await audit(tx, { caller, request }, 'api_key.revoke', subject, clock.now())
      })
      onChanged({ applicationId: params.id })
      return { message: 'API key revoked' }
    },
  }
}

function apiKeyView({ id, apiKey, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return { id, masked: maskApiKey(apiKey), isCurrent: expiresAt === null, createdAt, expiresAt, lastUsedAt }
}
