import type { AttemptResult } from './delivery-columns.ts'

/** A delivery whose turn has come, taken by this process alone. */
export interface ClaimedDelivery {
  readonly webhookId: number
  readonly messageId: string
  /** The signed JSON. */
  readonly body: string
  /** Tries so far. */
  readonly attempt: number
  readonly applicationId: number | null
}

/** How many messages became deliveries, and for whom. */
export interface QueuedMessages {
  readonly messages: number
  readonly webhookIds: readonly number[]
}

/** A webhook for which something is due. */
interface DueWebhook {
  readonly webhookId: number
  /** Nothing may be sent to it now: it is to be left alone after failures, or is not active. */
  readonly isHeld: boolean
}

/** A receiver took the delivery: what came of the last try. */
export type DeliveredAttempt = Pick<ClaimedDelivery, 'webhookId' | 'messageId'> & Omit<AttemptResult, 'error'>

/** What waits for which webhook. */
export interface DeliveryQueue {
  /**
   * Makes deliveries of messages, of some at a time. Who has patience may wait that long for others' commit (SQLite):
   * an fsync costs more than all the rows it carries.
   */
  queueMessages(limit: number, commitDelayMs: number): Promise<QueuedMessages>
  /** Webhooks for which something is due. Steps from one to the next: the length of a queue costs nothing. */
  due(nowMs: number): Promise<readonly DueWebhook[]>
  /** Takes the deliveries of a webhook that are due longest, at most `limit`. */
  claim(webhookId: number, nowMs: number, limit: number): Promise<readonly ClaimedDelivery[]>
  /** Writes that receivers took deliveries, counts them, and forgets the endpoints' failures; patient as above. */
  taken(deliveries: readonly DeliveredAttempt[], commitDelayMs: number): Promise<void>
  /** What became of the delivery is written; or it was not tried, and others may take it from now on. */
  release(delivery: ClaimedDelivery, untriedAtMs?: number): Promise<void>
  /** Whether more than `limit` wait for a webhook; counted in steps between which others get their turn. */
  isLongerThan(webhookId: number, limit: number): Promise<boolean>
}

/** Of a delivery `d` and its message `m`. */
export const claimedColumns = 'd.message_id, m.body, d.attempt, m.application_id'

/**
 * Steps over the webhooks in the index of what is due, one look-up for each, and one for whether it is held (1 or 0).
 * The parameter is the time.
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

/** The deliveries of a webhook that are due longest: a range of the index of what is due. */
export const oldestDueSql = (webhookId: string, now: string, limit: string) => `
  SELECT message_id FROM deliveries WHERE webhook_id = ${webhookId} AND next_try_at <= ${now}
  ORDER BY next_try_at LIMIT ${limit}`

const dayMs = 86_400_000
/** Tries are counted by days. */
export const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)

const countStep = 10_000

/** The time of the row that stands one step further in a webhook's queue. */
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
    // Many rows of one millisecond count as one step, rather than for ever.
    fromMs = Math.max(reachedMs, fromMs + 1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return true
}
