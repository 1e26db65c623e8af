import { sql } from 'kysely'
import type { PostgresDatabase } from '../../db/open.ts'
import { utcDay } from '../columns.ts'
import { deliveryColumns } from './delivery-columns.ts'
import {
  claimedColumns,
  type DeliveredAttempt,
  type DeliveryQueue,
  dueWebhooksSql,
  isLongerThan,
  oldestDueSql,
  queueStepSql,
} from './delivery-queue.ts'

/** Duration of a claim: longer than any attempt. */
const leaseMs = 60_000

/**
 * Several nodes share the queue. A claim is a lease: when a node dies, its deliveries are due again after it. Rows
 * locked by another node are skipped (SKIP LOCKED).
 */
export function postgresQueue(database: PostgresDatabase): DeliveryQueue {
  return {
    async queueMessages(limit) {
      const [row] = await database.query('queue-messages', queueMessages, [limit])
      return { messages: Number(row?.[0]), webhookIds: (row?.[1] ?? []) as unknown as number[] }
    },
    markDelivered: (deliveries) => writeDelivered(database, deliveries),
    async due(nowMs) {
      const rows = await database.query('due-webhooks', dueWebhooksSql('$1'), [nowMs])
      return rows.map(([id, isHeld]) => ({ webhookId: id as number, isHeld: isHeld === 1 }))
    },
    async claim(webhookId, nowMs, limit) {
      const rows = await database.query(
        'claim-deliveries',
        `WITH mine AS (${oldestDueSql('$1', '$2', '$3')} FOR UPDATE SKIP LOCKED)
         UPDATE deliveries d SET next_try_at = $4 FROM mine, webhook_messages m
         WHERE d.webhook_id = $1 AND d.message_id = mine.message_id AND m.number = d.message_number
         RETURNING ${claimedColumns}`,
        [webhookId, nowMs, limit, nowMs + leaseMs],
      )
      return rows.map(([messageId, body, attempt, applicationId]) => ({
        webhookId,
        messageId: messageId as string,
        body: body as string,
        attempt: attempt as number,
        applicationId: applicationId as number | null,
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
        const rows = await database.query('queue-step', queueStepSql('$1', '$2'), [webhookId, fromMs])
        return rows[0]?.[0] as number | undefined
      }),
  }
}

/**
 * One statement, so that a message is queued for all of its webhooks or none; rows locked by another node are skipped.
 */
const queueMessages = `
  WITH pending AS (
    SELECT number, message_id, webhook_ids, event, created_at FROM webhook_messages
    WHERE webhook_ids IS NOT NULL ORDER BY number LIMIT $1 FOR UPDATE SKIP LOCKED
  ), marked AS (
    UPDATE webhook_messages SET webhook_ids = NULL FROM pending WHERE webhook_messages.number = pending.number
  ), queued AS (
    INSERT INTO deliveries (${deliveryColumns})
    SELECT webhook.id::bigint, m.message_id, m.number, m.event, 0, 'pending', 0, m.created_at
    FROM pending m CROSS JOIN LATERAL json_array_elements_text(m.webhook_ids::json) AS webhook(id)
    RETURNING webhook_id
  )
  SELECT (SELECT count(*) FROM pending), (SELECT json_agg(DISTINCT webhook_id) FROM queued)`

/** Many rows at once, in the order in which a failed attempt locks its rows too. */
async function writeDelivered(database: PostgresDatabase, deliveries: readonly DeliveredAttempt[]): Promise<void> {
  const rows = deliveries.map(({ webhookId, messageId, triedAt, code, ms, answer, signature }) => {
    const result = { webhook_id: webhookId, message_id: messageId, code, ms, answer, signature }
    return { ...result, tried_at: triedAt.getTime(), day: utcDay(triedAt) }
  })
  const results = sql`json_to_recordset(${JSON.stringify(rows)}::json) AS t(webhook_id bigint, message_id text,
    tried_at bigint, day bigint, code int, ms int, answer text, signature text)`
  await database.transaction(async (tx) => {
    await sql`UPDATE deliveries d SET status = 'delivered', next_try_at = NULL, attempt = attempt + 1,
        tried_at = t.tried_at, code = t.code, ms = t.ms, error = NULL, answer = t.answer, signature = t.signature
      FROM ${results} WHERE d.webhook_id = t.webhook_id AND d.message_id = t.message_id`.execute(tx)
    await sql`INSERT INTO webhook_days (webhook_id, day, successful, failed)
      SELECT w.id, t.day, count(*), 0 FROM ${results} JOIN webhooks w ON w.id = t.webhook_id
      GROUP BY w.id, t.day ORDER BY w.id, t.day
      ON CONFLICT (webhook_id, day) DO UPDATE SET successful = webhook_days.successful + excluded.successful`.execute(
      tx,
    )
    await sql`UPDATE webhooks SET failures = 0, failing_since = NULL, retry_at = NULL WHERE id IN (
        SELECT id FROM webhooks WHERE id IN (SELECT webhook_id FROM ${results}) AND (failures > 0 OR retry_at IS NOT NULL)
        ORDER BY id FOR UPDATE
      )`.execute(tx)
  })
}
