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
  type Queued,
} from './delivery-claim.ts'
import { deliveryColumns } from './delivery-columns.ts'

/**
 * One process has the database for itself, so it remembers what it took instead of writing it down: that saves a
 * commit for every delivery, and after a crash everything is as due as it was.
 */
export function sqliteQueue({ hot }: SqliteDatabase): DeliveryQueue {
  const due = hot.prepare(dueWebhooks('?'))
  const first = hot.prepare(firstDue('?', '?', '?'))
  const one = hot.prepare(`SELECT ${claimedColumns} FROM deliveries WHERE webhook_id = ? AND message_id = ?`)
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
      return due.all(nowMs).map(({ id }) => id as number)
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

/** The messages stand in the order in which they came, so what one look showed is a range from the first on. */
function messageQueue(hot: SqliteDatabase['hot']): DeliveryQueue['queueMessages'] {
  const messages = hot.prepare('SELECT rowid, webhook_ids FROM webhook_outbox ORDER BY rowid LIMIT ?')
  const insert = hot.prepare(`INSERT INTO deliveries (${deliveryColumns})
    SELECT webhook.value, o.message_id, o.application_id, o.event, 0, o.body, 'pending', 0, o.created_at, o.created_at
    FROM webhook_outbox o, json_each(o.webhook_ids) webhook WHERE o.rowid <= ?`)
  const remove = hot.prepare('DELETE FROM webhook_outbox WHERE rowid <= ?')
  return async (limit, patienceMs) => {
    let queued: Queued = { messages: 0, webhookIds: [] }
    if (messages.all(1).length === 0) return queued
    await hot.write(() => {
      const rows = messages.all(limit)
      const last = rows.at(-1)?.rowid
      if (last === undefined) return
      insert.get(last)
      remove.get(last)
      const webhookIds = new Set(rows.flatMap((row) => JSON.parse(String(row.webhook_ids)) as number[]))
      queued = { messages: rows.length, webhookIds: [...webhookIds] }
    }, patienceMs)
    return queued
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
