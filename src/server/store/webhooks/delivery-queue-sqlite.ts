import type { EventName } from '../../../shared/events.ts'
import type { Row, SqliteDatabase } from '../../db/open.ts'
import { utcDay } from '../columns.ts'
import { deliveryColumns } from './delivery-columns.ts'
import {
  type ClaimedDelivery,
  claimedColumns,
  type DeliveryQueue,
  dueWebhooksSql,
  isLongerThan,
  oldestDueSql,
  type QueuedMessages,
  queueStepSql,
} from './delivery-queue.ts'
import { messageOf, type NewMessage, type ReportedEvent } from './message.ts'

/**
 * SQLite has one process, so claims are kept in memory: this saves a commit per delivery, and after a crash everything
 * is due again.
 */
export function sqliteQueue({ hot }: SqliteDatabase): DeliveryQueue {
  const due = hot.prepare(dueWebhooksSql('?1'))
  const first = hot.prepare(oldestDueSql('?', '?', '?'))
  const one = hot.prepare(`SELECT ${claimedColumns} FROM deliveries d
    JOIN webhook_messages m ON m.number = d.message_number WHERE d.webhook_id = ? AND d.message_id = ?`)
  const step = hot.prepareValues(queueStepSql('?', '?'))
  const queueMessages = messageQueue(hot)
  const markDelivered = deliveredWriter(hot)
  const claimed = new Map<number, Set<string>>()

  /** Uncommitted rows are never seen. */
  const waitForGate = async () => {
    for (let closed = hot.closed(); closed; closed = hot.closed()) await closed
  }

  return {
    async queueMessages(limit, commitDelayMs) {
      await waitForGate()
      return queueMessages(limit, commitDelayMs)
    },
    async due(nowMs) {
      await waitForGate()
      return due.all(nowMs).map((row) => ({ webhookId: row.id as number, isHeld: row.is_held === 1 }))
    },
    async claim(webhookId, nowMs, limit) {
      await waitForGate()
      const known = claimed.get(webhookId) ?? new Set()
      const rows = first.all(webhookId, nowMs, limit + known.size)
      const free = rows.map(({ message_id }) => message_id as string).filter((messageId) => !known.has(messageId))
      return free.slice(0, limit).flatMap((messageId): ClaimedDelivery[] => {
        const row = one.get(webhookId, messageId)
        if (!row) return []
        known.add(messageId)
        claimed.set(webhookId, known)
        const [body, attempt] = [row.body as string, row.attempt as number]
        return [{ webhookId, messageId, body, attempt, applicationId: row.application_id as number | null }]
      })
    },
    markDelivered,
    async release({ webhookId, messageId }) {
      const known = claimed.get(webhookId)
      known?.delete(messageId)
      if (known?.size === 0) claimed.delete(webhookId)
    },
    async isLongerThan(webhookId, limit) {
      return isLongerThan(limit, async (fromMs) => {
        await waitForGate()
        return step.get(webhookId, fromMs)?.[0] as number | undefined
      })
    },
  }
}

function deliveredWriter(hot: SqliteDatabase['hot']): DeliveryQueue['markDelivered'] {
  const setDelivered = hot.prepare(`UPDATE deliveries SET status = 'delivered', next_try_at = NULL,
    attempt = attempt + 1, tried_at = ?, code = ?, ms = ?, error = NULL, answer = ?, signature = ?
    WHERE webhook_id = ? AND message_id = ?`)
  const countSuccess = hot.prepare(`INSERT INTO webhook_days (webhook_id, day, successful, failed)
    SELECT id, ?, 1, 0 FROM webhooks WHERE id = ?
    ON CONFLICT (webhook_id, day) DO UPDATE SET successful = webhook_days.successful + 1`)
  const resetFailures = hot.prepare(`UPDATE webhooks SET failures = 0, failing_since = NULL, retry_at = NULL
    WHERE id = ? AND (failures > 0 OR retry_at IS NOT NULL)`)
  return (deliveries, commitDelayMs) =>
    hot.write(() => {
      for (const { webhookId, messageId, triedAt, code, ms, answer, signature } of deliveries) {
        setDelivered.get(triedAt.getTime(), code, ms, answer, signature, webhookId, messageId)
        countSuccess.get(utcDay(triedAt), webhookId)
        resetFailures.get(webhookId)
      }
    }, commitDelayMs)
}

/** Events without webhooks that may be read again after a restart before the position is stored. */
const maxUnwrittenPosition = 10_000
const lookAtPositionMs = 10_000

/** The oldest events after an id that have subscribed webhooks. */
export const unqueuedEventsSql = `
  SELECT id, application_id, event, success, code, user_id, username, ip_address, user_agent, count, created_at,
    order_id, license_id, webhook_ids, (SELECT name FROM applications WHERE id = activity.application_id) AS application_name
  FROM activity WHERE id > ? AND webhook_ids IS NOT NULL ORDER BY id LIMIT ?`

/**
 * Creates messages and deliveries from events. Ids of the log grow from commit to commit, so everything after the last
 * queued id is pending. What this process writes is told by its own connection, and after a write of another one the
 * stored position tells: an idle server reads nothing.
 */
function messageQueue(hot: SqliteDatabase['hot']): DeliveryQueue['queueMessages'] {
  const queued = hot.prepare("SELECT CAST(value AS INTEGER) AS id FROM installation WHERE name = 'queued_activity'")
  const queueTo =
    hot.prepare(`UPDATE installation SET value = CAST(max(CAST(value AS INTEGER), CAST(? AS INTEGER)) AS TEXT)
    WHERE name = 'queued_activity'`)
  const newest = hot.prepare('SELECT max(id) AS id FROM activity')
  const heard = hot.prepare(unqueuedEventsSql)
  // Single-row inserts: for a statement that may write more rows, or return some, SQLite journals every page.
  const insertMessage = hot.prepare(`INSERT INTO webhook_messages (message_id, application_id, event, body, created_at)
    VALUES (?, ?, ?, ?, ?)`)
  const insertDelivery = hot.prepare(`INSERT INTO deliveries (${deliveryColumns})
    VALUES (?, ?, last_insert_rowid(), ?, 0, 'pending', 0, ?)`)
  /** No event before this one waits for its deliveries; infinite: none does. At first the stored position tells. */
  let firstId = 0
  let lookedAtMs = performance.now()

  const mayWaitFrom = (id: number) => {
    firstId = Math.min(firstId, id)
  }
  hot.changes.onRow(
    { table: 'activity', on: 'INSERT', when: 'new.webhook_ids IS NOT NULL', values: ['new.id'] },
    (id) => mayWaitFrom(id as number),
  )
  hot.changes.onForeignWrite(() => mayWaitFrom(0))
  /** Returns the webhooks that got a delivery. */
  const insert = (row: Row): readonly number[] => {
    const { messageId, body } = messageOfRow(row)
    const { application_id: applicationId = null, event = null, created_at: atMs = null } = row
    const webhookIds = JSON.parse(row.webhook_ids as string) as number[]
    insertMessage.get(messageId, applicationId, event, body, atMs)
    for (const webhookId of webhookIds) insertDelivery.get(webhookId, messageId, event, atMs)
    return webhookIds
  }
  const readFrom = (id: number, limit: number) => heard.all(Math.max(id - 1, queued.get()?.id as number), limit)
  const storePosition = async () => {
    if (performance.now() - lookedAtMs < lookAtPositionMs) return
    lookedAtMs = performance.now()
    const position = (newest.get()?.id ?? 0) as number
    if (position - (queued.get()?.id as number) > maxUnwrittenPosition) await hot.write(() => queueTo.get(position))
  }

  const queueFrom = async (fromId: number, limit: number, commitDelayMs: number) => {
    let made = nothing
    if (readFrom(fromId, 1).length === 0) return made
    await hot.write(() => {
      const rows = readFrom(fromId, limit)
      const webhookIds = new Set(rows.flatMap(insert))
      const lastId = (rows.at(-1)?.id ?? 0) as number
      queueTo.get(lastId)
      if (rows.length === limit) mayWaitFrom(lastId + 1)
      made = { messages: rows.length, webhookIds: [...webhookIds] }
    }, commitDelayMs)
    return made
  }

  return async (limit, commitDelayMs) => {
    hot.changes.lookForForeignWrite()
    const fromId = firstId
    if (fromId === Number.POSITIVE_INFINITY) return storePosition().then(() => nothing)
    firstId = Number.POSITIVE_INFINITY
    try {
      return await queueFrom(fromId, limit, commitDelayMs)
    } catch (error) {
      mayWaitFrom(fromId)
      throw error
    }
  }
}

const nothing: QueuedMessages = { messages: 0, webhookIds: [] }

/** The message of a row of `unqueuedEventsSql`. */
export const messageOfRow = (row: Row): NewMessage => messageOf(reportedEvent(row), row.application_name as string)

function reportedEvent(row: Row): ReportedEvent {
  return {
    applicationId: row.application_id as number,
    event: row.event as EventName,
    success: row.success === 1,
    code: row.code as string | null,
    userId: row.user_id as number | null,
    username: row.username as string | null,
    ipAddress: row.ip_address as string,
    userAgent: row.user_agent as string,
    count: row.count as number,
    at: new Date(row.created_at as number),
    orderId: row.order_id as number | null,
    licenseId: row.license_id as number | null,
  }
}
