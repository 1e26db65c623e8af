import type { Clock } from '../../../lib/clock.ts'
import type { Stores } from '../../../store/index.ts'
import type { WebhookWithSecrets } from '../../../store/webhooks/webhooks.ts'

/** Where deliveries go, read and unsealed once for many of them: as it was half a second ago at most. */
export interface EndpointCache {
  /** Reads those that are not known, in one look. */
  load(webhookIds: readonly number[]): Promise<void>
  /** undefined: there is no such webhook, or it is inactive. */
  find(webhookId: number): Promise<WebhookWithSecrets | undefined>
  /** Called after the commit of what changed a webhook; without an id it may have been any. */
  forget(webhookId?: number): void
}

/** As old as anything kept in memory may be, on every node: `docs/decisions/caches-by-age.md`. */
const maxAgeMs = 500
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
    return found && Math.abs(clock.nowMs() - found.loadedAtMs) <= maxAgeMs ? found : undefined
  }
  const read = async (webhookIds: readonly number[]): Promise<readonly WebhookWithSecrets[]> => {
    const [readIn, now] = [generation, clock.now()]
    const endpoints = await stores.webhooks.activeWithSecrets(webhookIds, now)
    // What was read while something changed is used once, and not kept.
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
