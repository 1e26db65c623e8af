import type { Clock } from '../../../lib/clock.ts'
import { maxSettingsAgeMs } from '../../../store/hot/settings-freshness.ts'
import type { Stores } from '../../../store/index.ts'
import type { WebhookWithSecrets } from '../../../store/webhooks/webhooks.ts'

/** Endpoints with decrypted URL and secrets, cached for half a second so that many deliveries share one read. */
export interface EndpointCache {
  /** Reads those that are not cached, in one query. */
  load(webhookIds: readonly number[]): Promise<void>
  /** undefined: the webhook is inactive or deleted. */
  find(webhookId: number): Promise<WebhookWithSecrets | undefined>
  /** Call after the commit of a change to a webhook; without an id, all are forgotten. */
  forget(webhookId?: number): void
}

const maxKept = 10_000

interface Kept {
  readonly endpoint: WebhookWithSecrets | undefined
  readonly loadedAtMs: number
}

export function openEndpointCache(stores: Pick<Stores, 'webhooks'>, clock: Clock): EndpointCache {
  const kept = new Map<number, Kept>()
  let generation = 0

  const known = (webhookId: number): Kept | undefined => {
    const found = kept.get(webhookId)
    return found && Math.abs(clock.nowMs() - found.loadedAtMs) <= maxSettingsAgeMs ? found : undefined
  }
  const read = async (webhookIds: readonly number[]): Promise<readonly WebhookWithSecrets[]> => {
    const [readIn, now] = [generation, clock.now()]
    const endpoints = await stores.webhooks.activeWithSecrets(webhookIds, now)
    // Read while a webhook changed: used once, not cached.
    if (generation !== readIn) return endpoints
    if (kept.size + webhookIds.length > maxKept) kept.clear()
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
    for (const id of webhookIds) kept.set(id, { endpoint: byId.get(id), loadedAtMs: now.getTime() })
    return endpoints
  }

  return {
    async load(webhookIds) {
      const unknown = webhookIds.filter((id) => !known(id))
      if (unknown.length > 0) await read(unknown)
    },
    async find(webhookId) {
      const found = known(webhookId)
      return found ? found.endpoint : (await read([webhookId]))[0]
    },
    forget(webhookId) {
      generation += 1
      if (webhookId === undefined) kept.clear()
      else kept.delete(webhookId)
    },
  }
}
