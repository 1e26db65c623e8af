import type { Clock } from '../../../lib/clock.ts'
import type { StoreSet } from '../../../store/index.ts'
import type { Audience } from '../../../store/webhooks/message.ts'
import type { Subscriptions } from '../../../store/webhooks/webhooks.ts'
import type { ActivityEntry } from '../../activity-throttle.ts'

/** Says which webhooks hear of an event; whoever writes the event writes that with it. */
export interface Outbox {
  /**
   * undefined: nobody hears of it. At once where the application's webhooks are in memory, as they nearly always are;
   * whoever asks inside a transaction has them read by it.
   */
  audienceOf(entry: ActivityEntry, tx?: StoreSet): Audience | undefined | Promise<Audience | undefined>
  /** An event that is heard of is committed: whoever sends it is told. */
  written(): void
  /** Who wants to know of new messages. */
  listen(listener: () => void): void
  /** Called after the commit of a change to a webhook. */
  forget(): void
}

/** As old as anything kept in memory may be, on every node: `docs/decisions/caches-by-age.md`. */
const maxAgeMs = 500
const maxApplications = 10_000

interface Kept {
  readonly subscriptions: Subscriptions
  readonly loadedAtMs: number
}

const none: Subscriptions = { applicationName: '', webhooks: [] }

export function openOutbox(stores: Pick<StoreSet, 'webhooks'>, clock: Clock): Outbox {
  let kept = new Map<number, Kept>()
  let tell = () => {}

  const known = (applicationId: number): Subscriptions | undefined => {
    const found = kept.get(applicationId)
    return found && Math.abs(clock.nowMs() - found.loadedAtMs) <= maxAgeMs ? found.subscriptions : undefined
  }
  const load = async (from: Pick<StoreSet, 'webhooks'>, applicationId: number): Promise<Subscriptions> => {
    const generation = kept
    const loadedAtMs = clock.nowMs()
    const subscriptions = (await from.webhooks.subscriptions(applicationId)) ?? none
    if (generation === kept) {
      if (kept.size >= maxApplications) kept.clear()
      kept.set(applicationId, { subscriptions, loadedAtMs })
    }
    return subscriptions
  }

  return {
    audienceOf(entry, tx) {
      const subscriptions = known(entry.applicationId)
      if (subscriptions) return audience(entry, subscriptions)
      return load(tx ?? stores, entry.applicationId).then((loaded) => audience(entry, loaded))
    },
    written() {
      tell()
    },
    listen(listener) {
      tell = listener
    },
    forget() {
      kept = new Map()
    },
  }
}

function audience({ event }: ActivityEntry, { applicationName, webhooks }: Subscriptions): Audience | undefined {
  const webhookIds = webhooks.filter(({ events }) => events.has(event)).map(({ webhookId }) => webhookId)
  return webhookIds.length === 0 ? undefined : { applicationName, webhookIds }
}
