import type { Clock } from '../../lib/clock.ts'
import type { Stores } from '../../store/index.ts'
import type { WebhookWithSecrets } from '../../store/webhooks.ts'

/** Where deliveries go, unsealed once for many of them. */
export interface Endpoints {
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

export function openEndpoints(stores: Stores, clock: Clock): Endpoints {
  const kept = new Map<number, Kept>()
  let generation = 0
  return {
    async find(webhookId) {
      const known = kept.get(webhookId)
      if (known && Math.abs(clock.nowMs() - known.loadedAtMs) <= maxAgeMs) return known.endpoint
      const readIn = generation
      const now = clock.now()
      const webhook = await stores.webhooks.findWithSecrets(webhookId, now)
      const endpoint = webhook?.isActive ? webhook : undefined
      if (kept.size >= maxKept) kept.clear()
      // What was read while something changed is used once, and not kept.
      if (generation === readIn) kept.set(webhookId, { endpoint, loadedAtMs: now.getTime() })
      return endpoint
    },
    forget(webhookId) {
      generation += 1
      if (webhookId === undefined) kept.clear()
      else kept.delete(webhookId)
    },
  }
}
