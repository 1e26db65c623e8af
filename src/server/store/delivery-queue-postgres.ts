import type { PostgresDatabase } from '../db/open.ts'
import { claimedColumns, type DeliveryQueue, dueWebhooks, isLongerThan, nextStep } from './delivery-claim.ts'

/** How long the other nodes leave alone what one of them took: longer than any try. */
const leaseMs = 60_000

/**
 * Several nodes take from one queue. What one took is due again only when its lease is over, so that a node which is
 * gone loses nothing; rows that another one is just taking are passed over, not waited for.
 */
export function postgresQueue(database: PostgresDatabase): DeliveryQueue {
  const columns = claimedColumns
    .split(', ')
    .map((column) => `d.${column}`)
    .join(', ')
  return {
    async due(nowMs) {
      const rows = await database.query('due-webhooks', dueWebhooks('$1'), [nowMs])
      return rows.map(([id]) => id as number)
    },
    async claim(webhookId, nowMs, limit) {
      const rows = await database.query(
        'claim-deliveries',
        `WITH mine AS (
           SELECT message_id FROM deliveries WHERE webhook_id = $1 AND next_try_at <= $2
           ORDER BY next_try_at LIMIT $3 FOR UPDATE SKIP LOCKED
         )
         UPDATE deliveries d SET next_try_at = $4 FROM mine
         WHERE d.webhook_id = $1 AND d.message_id = mine.message_id RETURNING ${columns}`,
        [webhookId, nowMs, limit, nowMs + leaseMs],
      )
      return rows.map(([, messageId, body, attempt]) => ({
        webhookId,
        messageId: messageId as string,
        body: body as string,
        attempt: attempt as number,
      }))
    },
    async release({ webhookId, messageId }, untriedAtMs) {
      if (untriedAtMs === undefined) return
      await database.query(
        'release-delivery',
        `UPDATE deliveries SET next_try_at = $3
         WHERE webhook_id = $1 AND message_id = $2 AND next_try_at IS NOT NULL`,
        [webhookId, messageId, untriedAtMs],
      )
    },
    isLongerThan: (webhookId, limit) =>
      isLongerThan(limit, async (fromMs) => {
        const rows = await database.query('queue-step', nextStep('$1', '$2'), [webhookId, fromMs])
        return rows[0]?.[0] as number | undefined
      }),
  }
}
