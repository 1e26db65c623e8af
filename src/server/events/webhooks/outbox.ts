import type { Clock } from '../../lib/clock.ts'
import { newMessageId } from '../../lib/message-id.ts'
import type { NewDelivery } from '../../store/deliveries.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Subscriptions } from '../../store/webhooks.ts'
import type { ActivityEntry } from '../activity-flood.ts'
import { payloadOf } from './payload.ts'

/** Says which messages to webhooks belong to an event; whoever writes the event writes them with it. */
export interface Outbox {
  /** The messages of an event; at once where the application's webhooks are in memory, as they nearly always are. */
  messagesOf(entry: ActivityEntry): readonly NewDelivery[] | Promise<readonly NewDelivery[]>
  /** Writes them in this transaction, and returns them. */
  write(tx: StoreSet, entry: ActivityEntry): Promise<readonly NewDelivery[]>
  /** They are written, or are about to be: whoever sends them is told. */
  written(messages: readonly NewDelivery[]): void
  /** Who wants to know of new messages; they may not be committed yet. */
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
const nothing: readonly NewDelivery[] = []

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
    messagesOf(entry) {
      const subscriptions = known(entry.applicationId)
      if (subscriptions) return messages(entry, subscriptions)
      return load(stores, entry.applicationId).then((loaded) => messages(entry, loaded))
    },
    async write(tx, entry) {
      const subscriptions = known(entry.applicationId) ?? (await load(tx, entry.applicationId))
      const written = messages(entry, subscriptions)
      await tx.deliveries.insert(written)
      return written
    },
    written(messages) {
      if (messages.length > 0) tell()
    },
    listen(listener) {
      tell = listener
    },
    forget() {
      kept = new Map()
    },
  }
}

/** One message under one id for all that hear of the event. */
function messages(entry: ActivityEntry, { applicationName, webhooks }: Subscriptions): readonly NewDelivery[] {
  const { applicationId, event } = entry
  const subscribed = webhooks.filter(({ events }) => events.has(event))
  if (subscribed.length === 0) return nothing
  const atMs = entry.at.getTime()
  const message = {
    messageId: newMessageId(atMs),
    applicationId,
    event,
    isTest: false,
    body: JSON.stringify(payloadOf(entry, applicationName)),
    atMs,
  }
  return subscribed.map(({ webhookId }) => ({ webhookId, ...message }))
}
