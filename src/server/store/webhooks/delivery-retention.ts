import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { firstMessageId } from '../../lib/message-id.ts'
import { findsRow } from '../row-results.ts'

/** A webhook with deliveries, and its oldest one. */
interface Oldest {
  readonly webhookId: number
  readonly messageId: string
}

/**
 * Deletes old deliveries and those of deleted webhooks, and brings forward what a wrong clock has planned, in batches. Ids
 * sort by time, so the oldest come first.
 */
export function deliveryRetentionStore(db: Kysely<Tables>) {
  return {
    /** The next webhook after `afterId` that has deliveries: a single seek, however many there are. */
    oldestAfter: async (afterId: number): Promise<Oldest | undefined> => {
      const row = await db
        .selectFrom('deliveries')
        .select(['webhook_id', 'message_id'])
        .where('webhook_id', '>', afterId)
        .orderBy('webhook_id')
        .orderBy('message_id')
        .limit(1)
        .executeTakeFirst()
      return row && { webhookId: row.webhook_id, messageId: row.message_id }
    },
    /** Whether the webhook's deliveries are still needed. */
    isKept: (webhookId: number): Promise<boolean> =>
      findsRow(db.selectFrom('webhooks').select('id').where('id', '=', webhookId).where('deleted_at', 'is', null)),
    /** Deletes a webhook's oldest deliveries before a time, or all without one; returns how many. */
    removeBefore: async (webhookId: number, before: Date | undefined, limit: number): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom('deliveries')
        .where('webhook_id', '=', webhookId)
        .where('message_id', 'in', (eb) => {
          const oldest = eb.selectFrom('deliveries').select('message_id').where('webhook_id', '=', webhookId)
          const old = before ? oldest.where('message_id', '<', firstMessageId(before)) : oldest
          return old.orderBy('message_id').limit(limit)
        })
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    /** Whether a retry of the webhook is planned for after `latest`. */
    hasRetryAfter: (webhookId: number, latest: Date): Promise<boolean> =>
      findsRow(
        db
          .selectFrom('deliveries')
          .select('message_id')
          .where('webhook_id', '=', webhookId)
          .where('next_try_at', '>', latest.getTime())
          .limit(1),
      ),
    /** Makes those retries due, in batches; returns how many. */
    bringForward: async (webhookId: number, latest: Date, now: Date, limit: number): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('deliveries')
        .set({ next_try_at: now.getTime() })
        .where('webhook_id', '=', webhookId)
        .where('message_id', 'in', (eb) =>
          eb
            .selectFrom('deliveries')
            .select('message_id')
            .where('webhook_id', '=', webhookId)
            .where('next_try_at', '>', latest.getTime())
            .limit(limit),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
    /**
     * Deletes messages before a time, among the oldest `limit`; returns how many. Their deliveries are deleted first.
     */
    removeMessagesBefore: async (before: Date, limit: number): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_messages')
        .where('number', 'in', (eb) =>
          eb
            .selectFrom(eb.selectFrom('webhook_messages').selectAll().orderBy('number').limit(limit).as('oldest'))
            .select('oldest.number')
            .where('oldest.message_id', '<', firstMessageId(before)),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    /**
     * Deletes webhooks that were deleted before a time and have no deliveries left, and days that no statistic covers.
     */
    removeDeleted: async (before: Date): Promise<void> => {
      await db
        .deleteFrom('webhooks')
        .where('deleted_at', '<', before.getTime())
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('deliveries')
                .select('deliveries.webhook_id')
                .whereRef('deliveries.webhook_id', '=', 'webhooks.id'),
            ),
          ),
        )
        .execute()
    },
  }
}
