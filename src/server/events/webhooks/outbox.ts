import type { Clock } from '../../lib/clock.ts'
import { newMessageId } from '../../lib/message-id.ts'
import type { NewMessage } from '../../store/deliveries.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Subscriptions } from '../../store/webhooks.ts'
import type { ActivityEntry } from '../activity-flood.ts'
import { payloadOf } from './payload.ts'

/** Says which message to webhooks belongs to an event; whoever writes the event writes it with it. */
export interface Outbox {
  /** The message, if anybody hears of the event; at once where the application's webhooks are in memory, as they nearly always are. */
  messageOf(entry: ActivityEntry): NewMessage | undefined | Promise<NewMessage | undefined>
  /** Writes it in this transaction. */
  write(tx: StoreSet, entry: ActivityEntry): Promise<NewMessage | undefined>
  /** It is written, or is about to be: whoever sends it is told. */
  written(message: NewMessage | undefined): void
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
    messageOf(entry) {
      const subscriptions = known(entry.applicationId)
      if (subscriptions) return message(entry, subscriptions)
      return load(stores, entry.applicationId).then((loaded) => message(entry, loaded))
    },
    async write(tx, entry) {
      const written = message(entry, known(entry.applicationId) ?? (await load(tx, entry.applicationId)))
      if (written) await tx.deliveries.insertMessage(written)
      return written
    },
    written(written) {
      if (written) tell()
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
function message(entry: ActivityEntry, { applicationName, webhooks }: Subscriptions): NewMessage | undefined {
  const { applicationId, event } = entry
  const webhookIds = webhooks.filter(({ events }) => events.has(event)).map(({ webhookId }) => webhookId)
  if (webhookIds.length === 0) return undefined
  const atMs = entry.at.getTime()
  const body = JSON.stringify(payloadOf(entry, applicationName))
  return { messageId: newMessageId(atMs), webhookIds, applicationId, event, body, atMs }
}
