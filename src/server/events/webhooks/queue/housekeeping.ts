import type { Clock } from '../../../lib/clock.ts'
import type { ClockJumpDetector } from '../../../lib/clock-jump.ts'
import { abortableSleep } from '../../../lib/delay-refusal.ts'
import type { Log } from '../../../lib/log.ts'
import { firstMessageId } from '../../../lib/message-id.ts'
import type { Stores } from '../../../store/index.ts'
import type { DeliveryQueue } from '../../../store/webhooks/delivery-queue.ts'

/** Deliveries are kept this long: to be looked at, and to be sent again. */
const keptMs = 14 * 24 * 60 * 60 * 1000
const sliceRows = 200
/** The pause behind a slice leaves most of the disk and of a processor to others. */
const pausePerWork = 3
/** Beyond this many waiting deliveries an endpoint is given up: a dead one must not fill the disk. */
const longestQueue = 1_000_000
/** A deleted webhook may be in somebody's memory for a moment, and get a delivery still. */
const forgottenAfterMs = 60_000

interface RemovalDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly clockWatch: ClockJumpDetector
}

interface HousekeepingDeps {
  readonly stores: Stores
  readonly queue: DeliveryQueue
  readonly clock: Clock
  readonly log: Log
}

/** Deletes deliveries that are old or nobody's any more, and then their messages. Ends early when it is stopped. */
export async function removeOldDeliveries(
  { stores, clock, clockWatch }: RemovalDeps,
  stop: AbortSignal,
): Promise<void> {
  if (clockWatch.wasJustSet()) return
  const before = new Date(clock.nowMs() - keptMs)
  const first = firstMessageId(before)
  let oldest = await stores.deliveryRetention.oldestAfter(0)
  while (oldest && !stop.aborted) {
    const { webhookId, messageId } = oldest
    const isKept = await stores.deliveryRetention.isKept(webhookId)
    if (!isKept || messageId < first) {
      await inBatches(stop, () =>
        stores.transaction((tx) =>
          tx.deliveryRetention.removeBefore(webhookId, isKept ? before : undefined, sliceRows),
        ),
      )
    }
    oldest = await stores.deliveryRetention.oldestAfter(webhookId)
  }
  await inBatches(stop, () => stores.transaction((tx) => tx.deliveryRetention.removeMessagesBefore(before, sliceRows)))
  await stores.transaction((tx) => tx.deliveryRetention.removeDeleted(new Date(clock.nowMs() - forgottenAfterMs)))
}

/** Slice after slice until one is not full, each followed by a pause in which others write. */
async function inBatches(stop: AbortSignal, remove: () => Promise<number>): Promise<void> {
  while (!stop.aborted) {
    const startMs = performance.now()
    const removed = await remove()
    if (removed < sliceRows) return
    await abortableSleep((performance.now() - startMs) * pausePerWork, stop)
  }
}

/** Disables endpoints whose queue has become too long, with a notice; what waits can be sent later. */
export async function disableBacklogged(
  { stores, queue, clock, log }: HousekeepingDeps,
  limit = longestQueue,
): Promise<void> {
  for (const { webhookId } of await queue.due(clock.nowMs())) {
    const webhook = await stores.webhooks.find(webhookId)
    if (!webhook?.isActive || webhook.failures === 0 || !(await queue.isLongerThan(webhookId, limit))) continue
    const isDisabled = await stores.transaction((tx) => tx.webhooks.disable(webhookId, 'backlog', clock.now()))
    if (isDisabled) log.warn('webhook disabled', { webhook: webhookId, reason: 'backlog' })
  }
}
