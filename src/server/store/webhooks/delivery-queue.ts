import type { AttemptResult } from './delivery-columns.ts'

/** A due delivery claimed by this process. */
export interface ClaimedDelivery {
  readonly webhookId: number
  readonly messageId: string
  /** The signed JSON. */
  readonly body: string
  /** Attempts so far. */
  readonly attempt: number
  readonly applicationId: number | null
}

/** How many messages became deliveries, and for which webhooks. */
export interface QueuedMessages {
  readonly messages: number
  readonly webhookIds: readonly number[]
}

/** A webhook with due deliveries. */
interface DueWebhook {
  readonly webhookId: number
  /** Nothing may be sent to it now: it is backing off after failures, or inactive. */
  readonly isHeld: boolean
}

/** A successful delivery, with the result of the last attempt. */
export type DeliveredAttempt = Pick<ClaimedDelivery, 'webhookId' | 'messageId'> & Omit<AttemptResult, 'error'>

/** The queue of deliveries. */
export interface DeliveryQueue {
  /**
   * Turns a batch of messages into deliveries. `commitDelayMs`: how long to wait for a shared commit (SQLite): an fsync
   * costs more than the rows in it.
   */
  queueMessages(limit: number, commitDelayMs: number): Promise<QueuedMessages>
  /** Webhooks with due deliveries. Seeks from one webhook to the next, so the length of a queue costs nothing. */
  due(nowMs: number): Promise<readonly DueWebhook[]>
  /** Claims at most `limit` of a webhook's deliveries, the longest due first. */
  claim(webhookId: number, nowMs: number, limit: number): Promise<readonly ClaimedDelivery[]>
  /** Stores successful deliveries, counts them, and resets the endpoints' failures; `commitDelayMs` as above. */
  markDelivered(deliveries: readonly DeliveredAttempt[], commitDelayMs: number): Promise<void>
  /** Ends the claim: the result is stored, or, with `untriedAtMs`, the delivery is due again. */
  release(delivery: ClaimedDelivery, untriedAtMs?: number): Promise<void>
  /** Whether a webhook's queue is longer than `limit`; counted in steps that yield to other work. */
  isLongerThan(webhookId: number, limit: number): Promise<boolean>
}

/** Columns of a delivery `d` and its message `m`. */
export const claimedColumns = 'd.message_id, m.body, d.attempt, m.application_id'

/**
 * Loose index scan over the webhooks with due deliveries: one seek per webhook, and one for whether it is held (1 or
 * 0). The parameter is the time.
 */
export const dueWebhooksSql = (now: string) => `
  WITH RECURSIVE step(id) AS (
    SELECT min(webhook_id) FROM deliveries WHERE next_try_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(webhook_id) FROM deliveries WHERE next_try_at IS NOT NULL AND webhook_id > step.id)
    FROM step WHERE step.id IS NOT NULL
  )
  SELECT id, CASE WHEN EXISTS (
    SELECT 1 FROM webhooks w WHERE w.id = step.id AND w.is_active = 1 AND (w.retry_at IS NULL OR w.retry_at <= ${now})
  ) THEN 0 ELSE 1 END AS is_held
  FROM step WHERE id IS NOT NULL
    AND (SELECT min(next_try_at) FROM deliveries WHERE webhook_id = step.id AND next_try_at IS NOT NULL) <= ${now}`

/** A webhook's longest due deliveries: a range of the due index. */
export const oldestDueSql = (webhookId: string, now: string, limit: string) => `
  SELECT message_id FROM deliveries WHERE webhook_id = ${webhookId} AND next_try_at <= ${now}
  ORDER BY next_try_at LIMIT ${limit}`

const countStep = 10_000

/** The time of the row one step further in a webhook's queue. */
export const queueStepSql = (webhookId: string, from: string) => `
  SELECT next_try_at FROM deliveries WHERE webhook_id = ${webhookId} AND next_try_at >= ${from}
  ORDER BY next_try_at LIMIT 1 OFFSET ${countStep}`

/** Counts a queue in steps, from one time to the next. */
export async function isLongerThan(
  limit: number,
  next: (fromMs: number) => number | undefined | Promise<number | undefined>,
): Promise<boolean> {
  let fromMs = 0
  for (let counted = 0; counted < limit; counted += countStep) {
    const reachedMs = await next(fromMs)
    if (reachedMs === undefined) return false
    // Many rows of the same millisecond count as one step; otherwise this would not terminate.
    fromMs = Math.max(reachedMs, fromMs + 1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return true
}
