import type { SqliteDatabase } from '../db/open.ts'
import {
  type ClaimedDelivery,
  claimedColumns,
  type DeliveryQueue,
  dueWebhooks,
  isLongerThan,
  nextStep,
} from './delivery-claim.ts'

/**
 * One process has the database for itself, so it remembers what it took instead of writing it down: that saves a
 * commit for every delivery, and after a crash everything is as due as it was.
 */
export function sqliteQueue({ hot }: SqliteDatabase): DeliveryQueue {
  const due = hot.prepare(dueWebhooks('?'))
  const first = hot.prepare(`SELECT ${claimedColumns} FROM deliveries
    WHERE webhook_id = ? AND next_try_at <= ? ORDER BY next_try_at LIMIT ?`)
  const step = hot.prepareValues(nextStep('?', '?'))
  const taken = new Map<number, Set<string>>()

  /** Rows that may be rolled back are never seen. */
  const opened = async () => {
    for (let closed = hot.closed(); closed; closed = hot.closed()) await closed
  }

  return {
    async due(nowMs) {
      await opened()
      return due.all(nowMs).map(({ id }) => id as number)
    },
    async claim(webhookId, nowMs, limit) {
      await opened()
      const known = taken.get(webhookId) ?? new Set()
      const rows = first.all(webhookId, nowMs, limit + known.size).map(
        (row): ClaimedDelivery => ({
          webhookId,
          messageId: row.message_id as string,
          body: row.body as string,
          attempt: row.attempt as number,
        }),
      )
      const free = rows.filter(({ messageId }) => !known.has(messageId)).slice(0, limit)
      for (const { messageId } of free) known.add(messageId)
      if (known.size > 0) taken.set(webhookId, known)
      return free
    },
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
