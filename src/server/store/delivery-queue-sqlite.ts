import type { SqliteDatabase } from '../db/open.ts'
import {
  type ClaimedDelivery,
  claimedColumns,
  type DeliveryQueue,
  dayOf,
  dueWebhooks,
  firstDue,
  isLongerThan,
  nextStep,
} from './delivery-claim.ts'
import { messageQueue } from './message-queue-sqlite.ts'

/**
 * One process has the database for itself, so it remembers what it took instead of writing it down: that saves a
 * commit for every delivery, and after a crash everything is as due as it was.
 */
export function sqliteQueue({ hot }: SqliteDatabase): DeliveryQueue {
  const due = hot.prepare(dueWebhooks('?1'))
  const first = hot.prepare(firstDue('?', '?', '?'))
  const one = hot.prepare(`SELECT ${claimedColumns} FROM deliveries d
    JOIN webhook_messages m ON m.number = d.message_number WHERE d.webhook_id = ? AND d.message_id = ?`)
  const step = hot.prepareValues(nextStep('?', '?'))
  const queueMessages = messageQueue(hot)
  const noteTaken = takenWriter(hot)
  const taken = new Map<number, Set<string>>()

  /** Rows that may be rolled back are never seen. */
  const opened = async () => {
    for (let closed = hot.closed(); closed; closed = hot.closed()) await closed
  }

  return {
    async queueMessages(limit, patienceMs) {
      await opened()
      return queueMessages(limit, patienceMs)
    },
    async due(nowMs) {
      await opened()
      return due.all(nowMs).map((row) => ({ webhookId: row.id as number, isHeld: row.is_held === 1 }))
    },
    async claim(webhookId, nowMs, limit) {
      await opened()
      const known = taken.get(webhookId) ?? new Set()
      const rows = first.all(webhookId, nowMs, limit + known.size)
      const free = rows.map(({ message_id }) => message_id as string).filter((messageId) => !known.has(messageId))
      return free.slice(0, limit).flatMap((messageId): ClaimedDelivery[] => {
        const row = one.get(webhookId, messageId)
        if (!row) return []
        known.add(messageId)
        taken.set(webhookId, known)
        const [body, attempt] = [row.body as string, row.attempt as number]
        return [{ webhookId, messageId, body, attempt, applicationId: row.application_id as number | null }]
      })
    },
    taken: noteTaken,
    async release({ webhookId, messageId }) {
      const known = taken.get(webhookId)
      known?.delete(messageId)
      if (known?.size === 0) taken.delete(webhookId)
    },
    async isLongerThan(webhookId, limit) {
      return isLongerThan(limit, async (fromMs) => {
        await opened()
        return step.get(webhookId, fromMs)?.[0] as number | undefined
      })
    },
  }
}

function takenWriter(hot: SqliteDatabase['hot']): DeliveryQueue['taken'] {
  const finish = hot.prepare(`UPDATE deliveries SET status = 'delivered', next_try_at = NULL, attempt = attempt + 1,
    tried_at = ?, code = ?, ms = ?, error = NULL, answer = ?, signature = ? WHERE webhook_id = ? AND message_id = ?`)
  const count = hot.prepare(`INSERT INTO webhook_days (webhook_id, day, successful, failed)
    SELECT id, ?, 1, 0 FROM webhooks WHERE id = ?
    ON CONFLICT (webhook_id, day) DO UPDATE SET successful = webhook_days.successful + 1`)
  const isWell = hot.prepare(`UPDATE webhooks SET failures = 0, failing_since = NULL, retry_at = NULL
    WHERE id = ? AND (failures > 0 OR retry_at IS NOT NULL)`)
  return (deliveries, patienceMs) =>
    hot.write(() => {
      for (const { webhookId, messageId, triedAt, code, ms, answer, signature } of deliveries) {
        finish.get(triedAt.getTime(), code, ms, answer, signature, webhookId, messageId)
        count.get(dayOf(triedAt), webhookId)
        isWell.get(webhookId)
      }
    }, patienceMs)
}
