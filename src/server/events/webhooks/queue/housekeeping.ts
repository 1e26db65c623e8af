import type { Clock } from '../../../lib/clock.ts'
import type { ClockJumpDetector } from '../../../lib/clock-jump.ts'
import { abortableSleep } from '../../../lib/delay-refusal.ts'
import type { Log } from '../../../lib/log.ts'
import { firstMessageId } from '../../../lib/message-id.ts'
import type { Stores } from '../../../store/index.ts'
import type { DeliveryQueue } from '../../../store/webhooks/delivery-queue.ts'

/** Deliveries can be viewed and redelivered this long. */
const retentionMs = 14 * 24 * 60 * 60 * 1000
const batchRows = 200
/** The pause after each batch, as a multiple of its duration, leaves most of the disk and CPU to requests. */
const pausePerWork = 3
/** An endpoint with more pending deliveries is disabled: a dead one must not fill the disk. */
const maxPending = 1_000_000
/** No retry is planned further ahead than this, whatever hour another node's clock has. */
const maxRetryMs = 48 * 60 * 60 * 1000
/** A deleted webhook may be cached for a moment and still get deliveries. */
const cachesExpiredMs = 60_000

interface RemovalDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly clockJumps: ClockJumpDetector
}

interface HousekeepingDeps {
  readonly stores: Stores
  readonly queue: DeliveryQueue
  readonly clock: Clock
  readonly log: Log
}

/** Deletes expired deliveries and those of deleted webhooks, then their messages. Returns early when it is stopped. */
export async function removeOldDeliveries(
  { stores, clock, clockJumps }: RemovalDeps,
  stop: AbortSignal,
): Promise<void> {
  if (!clockJumps.isSure()) return
  const before = new Date(clock.nowMs() - retentionMs)
  const first = firstMessageId(before)
  let oldest = await stores.deliveryRetention.oldestAfter(0)
  while (oldest && !stop.aborted) {
    const { webhookId, messageId } = oldest
    const isKept = await stores.deliveryRetention.isKept(webhookId)
    if (!isKept || messageId < first) {
      await inBatches(stop, () =>
        stores.transaction((tx) =>
          tx.deliveryRetention.removeBefore(webhookId, isKept ? before : undefined, batchRows),
        ),
      )
    }
    oldest = await stores.deliveryRetention.oldestAfter(webhookId)
  }
  await inBatches(stop, () => stores.transaction((tx) => tx.deliveryRetention.removeMessagesBefore(before, batchRows)))
  await stores.transaction((tx) => tx.deliveryRetention.removeDeleted(new Date(clock.nowMs() - cachesExpiredMs)))
}

/** Makes retries due that a wrong clock has planned for a distant time: their receivers would wait until then. */
export async function resetFutureRetries({ stores, clock }: Omit<RemovalDeps, 'clockJumps'>, stop: AbortSignal) {
  const latest = new Date(clock.nowMs() + maxRetryMs)
  await stores.transaction((tx) => tx.webhooks.endBackoffsAfter(latest))
  let oldest = await stores.deliveryRetention.oldestAfter(0)
  while (oldest && !stop.aborted) {
    const { webhookId } = oldest
    if (await stores.deliveryRetention.hasRetryAfter(webhookId, latest)) {
      await inBatches(stop, () =>
        stores.transaction((tx) => tx.deliveryRetention.bringForward(webhookId, latest, clock.now(), batchRows)),
      )
    }
    oldest = await stores.deliveryRetention.oldestAfter(webhookId)
  }
}

/** Works in batches, with pauses for other writes, until a batch is not full. */
async function inBatches(stop: AbortSignal, work: () => Promise<number>): Promise<void> {
  while (!stop.aborted) {
    const startMs = performance.now()
    if ((await work()) < batchRows) return
    await abortableSleep((performance.now() - startMs) * pausePerWork, stop)
  }
}

/** Disables endpoints whose queue is too long, with a notice. Pending deliveries stay and can be sent later. */
export async function disableBacklogged(
  { stores, queue, clock, log }: HousekeepingDeps,
  limit = maxPending,
): Promise<void> {
  for (const { webhookId } of await queue.due(clock.nowMs())) {
    const webhook = await stores.webhooks.find(webhookId)
    if (!webhook?.isActive || webhook.failures === 0 || !(await queue.isLongerThan(webhookId, limit))) continue
    const isDisabled = await stores.transaction((tx) => tx.webhooks.disable(webhookId, 'backlog', clock.now()))
    if (isDisabled) log.warn('webhook disabled', { webhook: webhookId, reason: 'backlog' })
  }
}
