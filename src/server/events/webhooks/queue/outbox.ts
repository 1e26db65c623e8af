import type { SettingsFreshness, SettingsRead } from '../../../store/hot/settings-freshness.ts'
import type { StoreSet } from '../../../store/index.ts'
import type { Audience } from '../../../store/webhooks/message.ts'
import type { Subscriptions } from '../../../store/webhooks/webhooks.ts'
import type { ActivityEntry } from '../../activity-throttle.ts'

/** Transactional outbox: the webhooks subscribed to an event are stored with it, in its transaction. */
export interface Outbox {
  /**
   * The webhooks subscribed to the event; undefined when there are none. Synchronous when they are cached, which is
   * nearly always. Otherwise they are read, inside a transaction by that transaction.
   */
  audienceOf(entry: ActivityEntry, tx?: StoreSet): Audience | undefined | Promise<Audience | undefined>
  /** Call after the commit of an event that has subscribers: wakes the dispatcher. */
  written(): void
  /** Sets the listener for new messages. */
  listen(listener: () => void): void
  /** Call after the commit of a change to a webhook. */
  forget(): void
}

const maxApplications = 10_000

interface Kept {
  readonly subscriptions: Subscriptions
  readonly read: SettingsRead
}

const none: Subscriptions = { applicationName: '', webhooks: [] }

export function openOutbox(stores: Pick<StoreSet, 'webhooks'>, freshness: SettingsFreshness): Outbox {
  let kept = new Map<number, Kept>()
  let onMessage = () => {}

  const known = (applicationId: number): Subscriptions | undefined => {
    const found = kept.get(applicationId)
    return found && freshness.isFresh(applicationId, found.read) ? found.subscriptions : undefined
  }
  const load = async (from: Pick<StoreSet, 'webhooks'>, applicationId: number): Promise<Subscriptions> => {
    const generation = kept
    const read = freshness.startRead()
    const subscriptions = (await from.webhooks.subscriptions(applicationId)) ?? none
    if (generation === kept) {
      if (kept.size >= maxApplications) kept.clear()
      kept.set(applicationId, { subscriptions, read })
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
      onMessage()
    },
    listen(listener) {
      onMessage = listener
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
