import { type Kysely, sql } from 'kysely'
import type { EventName } from '../../../shared/events.ts'
import type { Tables } from '../../db/tables.ts'
import { firstMessageId } from '../../lib/message-id.ts'
import { utcDay } from '../columns.ts'
import { type AttemptResult, type Delivery, type DeliveryStatus, fromRow, type NewSample } from './delivery-columns.ts'

export type { AttemptResult, Delivery } from './delivery-columns.ts'

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined
  readonly event?: EventName | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** A webhook's attempts over some days. */
export interface AttemptCounts {
  readonly successful: number
  readonly failed: number
}

/** What follows an attempt: the time of the next one, or the end. */
export interface NextStep {
  readonly status: DeliveryStatus
  readonly nextTryAt: Date | null
}

const countedAtMost = 1000
/** Much longer than any statistic covers. */
const keptDays = 60

/** Seeks from one webhook to the next, so the length of a queue costs nothing. */
const firstDueOf = (nowMs: number) => sql<{ readonly due_at: number | null }>`
  WITH RECURSIVE step(id) AS (
    SELECT min(webhook_id) FROM deliveries WHERE next_try_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(webhook_id) FROM deliveries WHERE next_try_at IS NOT NULL AND webhook_id > step.id)
    FROM step WHERE step.id IS NOT NULL
  )
  SELECT min((SELECT min(next_try_at) FROM deliveries WHERE webhook_id = step.id AND next_try_at IS NOT NULL)) AS due_at
  FROM step JOIN webhooks w ON w.id = step.id AND w.is_active = 1 AND (w.retry_at IS NULL OR w.retry_at <= ${nowMs})`

/** Webhook deliveries: the queue and the delivery log. Message ids sort by time, so no list needs a sort. */
export function deliveryStore(db: Kysely<Tables>) {
  const withMessages = (webhookId: number) =>
    db
      .selectFrom('deliveries as d')
      .innerJoin('webhook_messages as m', 'm.number', 'd.message_number')
      .selectAll('d')
      .select(['m.application_id', 'm.body', 'm.created_at'])
      .where('d.webhook_id', '=', webhookId)
  const find = async (webhookId: number, messageId: string): Promise<Delivery | undefined> => {
    const row = await withMessages(webhookId).where('d.message_id', '=', messageId).executeTakeFirst()
    return row && fromRow(row)
  }

  return {
    /**
     * Inserts a test message and its delivery. They never enter the queue: only the request that created them sends
     * them.
     */
    insertSample: async ({ webhookId, messageId, applicationId, event, body, atMs }: NewSample): Promise<void> => {
      const { number } = await db
        .insertInto('webhook_messages')
        .values({ message_id: messageId, application_id: applicationId, event, body, created_at: atMs })
        .returning('number')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('deliveries')
        .values({
          webhook_id: webhookId,
          message_id: messageId,
          message_number: number,
          event,
          is_test: 1,
          status: 'pending',
          attempt: 0,
        })
        .execute()
    },
    find,
    /** A webhook's newest deliveries before the message `before`. */
    list: async (
      webhookId: number,
      filter: DeliveryFilter,
      isDescending: boolean,
      after: string | undefined,
      limit: number,
    ): Promise<Delivery[]> => {
      let query = withMessages(webhookId)
      if (after !== undefined) query = query.where('d.message_id', isDescending ? '<' : '>', after)
      if (filter.status !== undefined) query = query.where('d.status', '=', filter.status)
      if (filter.event !== undefined) query = query.where('d.event', '=', filter.event)
      if (filter.from) query = query.where('d.message_id', '>=', firstMessageId(filter.from))
      if (filter.to) query = query.where('d.message_id', '<', firstMessageId(new Date(filter.to.getTime() + 1)))
      const rows = await query
        .orderBy('d.message_id', isDescending ? 'desc' : 'asc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
    /** Stores the result of an attempt and counts it for the webhook's success rate. */
    recordAttempt: async (
      webhookId: number,
      messageId: string,
      result: AttemptResult,
      next: NextStep,
    ): Promise<void> => {
      await db
        .updateTable('deliveries')
        .set({
          status: next.status,
          next_try_at: next.nextTryAt?.getTime() ?? null,
          attempt: sql`attempt + 1`,
          tried_at: result.triedAt.getTime(),
          code: result.code,
          ms: result.ms,
          error: result.error,
          answer: result.answer,
          signature: result.signature,
        })
        .where('webhook_id', '=', webhookId)
        .where('message_id', '=', messageId)
        .execute()
      const [successful, failed] = result.error === null ? [1, 0] : [0, 1]
      await sql`INSERT INTO webhook_days (webhook_id, day, successful, failed)
        SELECT id, ${utcDay(result.triedAt)}, ${successful}, ${failed} FROM webhooks WHERE id = ${webhookId}
        ON CONFLICT (webhook_id, day) DO UPDATE SET
          successful = webhook_days.successful + excluded.successful,
          failed = webhook_days.failed + excluded.failed`.execute(db)
    },
    /** Redelivers with the same ID: due now, attempts reset. */
    requeue: async (webhookId: number, messageId: string, now: Date): Promise<Delivery | undefined> => {
      await db
        .updateTable('deliveries')
        .set({ status: 'pending', attempt: 0, next_try_at: now.getTime() })
        .where('webhook_id', '=', webhookId)
        .where('message_id', '=', messageId)
        .execute()
      return find(webhookId, messageId)
    },
    /**
     * Redelivers a batch of deliveries that failed since a time; test messages are not sent again. Returns how many.
     */
    requeueFailed: async (webhookId: number, since: Date, now: Date, limit: number): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('deliveries')
        .set({ status: 'pending', attempt: 0, next_try_at: now.getTime() })
        .where('webhook_id', '=', webhookId)
        .where('message_id', 'in', (eb) =>
          eb
            .selectFrom('deliveries')
            .select('message_id')
            .where('webhook_id', '=', webhookId)
            .where('status', '=', sql.lit('failed'))
            .where('message_id', '>=', firstMessageId(since))
            .where('is_test', '=', 0)
            .limit(limit),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
    /** When the delivery was due that is or will be due first, of endpoints that are not backing off. */
    firstDue: async (now: Date): Promise<Date | undefined> => {
      const { rows } = await firstDueOf(now.getTime()).execute(db)
      const dueMs = rows[0]?.due_at
      return dueMs == null ? undefined : new Date(Number(dueMs))
    },
    /** How many deliveries wait, also for endpoints that get nothing now; counted up to `atMost`, in the index alone. */
    countPending: async (atMost: number): Promise<number> => {
      const waiting = db
        .selectFrom('deliveries')
        .select('webhook_id')
        .where('next_try_at', 'is not', null)
        .orderBy('webhook_id')
        .limit(atMost)
      const { count } = await db
        .selectFrom(waiting.as('waiting'))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    /** Queue length per webhook; a long queue is counted up to a limit. */
    pendingCounts: async (webhookIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
      const counts = new Map<number, number>()
      for (const webhookId of webhookIds) {
        const { count } = await db
          .selectFrom((eb) =>
            eb
              .selectFrom('deliveries')
              .select('webhook_id')
              .where('webhook_id', '=', webhookId)
              .where('next_try_at', 'is not', null)
              .limit(countedAtMost)
              .as('waiting'),
          )
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        counts.set(webhookId, Number(count))
      }
      return counts
    },
    /** Deletes days that no statistic covers. */
    removeOldDays: async (now: Date): Promise<void> => {
      await db
        .deleteFrom('webhook_days')
        .where('webhook_id', 'in', (eb) => eb.selectFrom('webhooks').select('id'))
        .where('day', '<', utcDay(now) - keptDays)
        .execute()
    },
    /** Attempts of the last `days` days, per webhook that has any. */
    attemptCounts: async (
      webhookIds: readonly number[],
      now: Date,
      days: number,
    ): Promise<ReadonlyMap<number, AttemptCounts>> => {
      if (webhookIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('webhook_days')
        .select(({ fn }) => [
          'webhook_id',
          fn.sum<number>('successful').as('successful'),
          fn.sum<number>('failed').as('failed'),
        ])
        .where('webhook_id', 'in', webhookIds)
        .where('day', '>', utcDay(now) - days)
        .groupBy('webhook_id')
        .execute()
      return new Map(
        rows.map((row) => [row.webhook_id, { successful: Number(row.successful), failed: Number(row.failed) }]),
      )
    },
  }
}
