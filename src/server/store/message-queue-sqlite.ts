import type { EventName } from '../../shared/events.ts'
import type { Row, SqliteDatabase } from '../db/open.ts'
import type { DeliveryQueue, Queued } from './delivery-claim.ts'
import { deliveryColumns } from './delivery-columns.ts'
import { messageOf, type ToldEvent } from './message.ts'

/** So many events that nobody hears of may be looked at anew after a start. */
const passedUnwritten = 10_000

/** The oldest events behind an id that webhooks are to hear of. */
export const heardEvents = `
  SELECT id, application_id, event, success, code, user_id, username, ip_address, user_agent, count, created_at,
    webhook_ids, (SELECT name FROM applications WHERE id = activity.application_id) AS application_name
  FROM activity WHERE id > ? AND webhook_ids IS NOT NULL ORDER BY id LIMIT ?`

/**
 * Makes the messages of events, and their deliveries. Ids of the log grow from commit to commit, so what is to be made
 * stands behind the last one that was.
 */
export function messageQueue(hot: SqliteDatabase['hot']): DeliveryQueue['queueMessages'] {
  const queued = hot.prepare("SELECT CAST(value AS INTEGER) AS id FROM installation WHERE name = 'queued_activity'")
  const queueTo =
    hot.prepare(`UPDATE installation SET value = CAST(max(CAST(value AS INTEGER), CAST(? AS INTEGER)) AS TEXT)
    WHERE name = 'queued_activity'`)
  const newest = hot.prepare('SELECT max(id) AS id FROM activity')
  const heard = hot.prepare(heardEvents)
  // One row each: of a statement that may write more, or return something, SQLite keeps every page for its undoing.
  const insertMessage = hot.prepare(`INSERT INTO webhook_messages (message_id, application_id, event, body, created_at)
    VALUES (?, ?, ?, ?, ?)`)
  const insertDelivery = hot.prepare(`INSERT INTO deliveries (${deliveryColumns})
    VALUES (?, ?, last_insert_rowid(), ?, 0, 'pending', 0, ?)`)
  /** Committed events up to this one are queued, or nobody hears of them. */
  let passed = 0

  const from = () => Math.max(passed, queued.get()?.id as number)
  /** Returns the webhooks that now have a delivery. */
  const insert = (row: Row): readonly number[] => {
    const told = toldOf(row)
    const { messageId, body } = messageOf(told, row.application_name as string)
    const [event, atMs] = [told.event, told.at.getTime()]
    const webhookIds = JSON.parse(row.webhook_ids as string) as number[]
    insertMessage.get(messageId, told.applicationId, event, body, atMs)
    for (const webhookId of webhookIds) insertDelivery.get(webhookId, messageId, event, atMs)
    return webhookIds
  }
  const passAll = async () => {
    passed = Math.max(passed, (newest.get()?.id ?? 0) as number)
    if (passed - (queued.get()?.id as number) > passedUnwritten) await hot.write(() => queueTo.get(passed))
  }

  return async (limit, patienceMs) => {
    let made: Queued = { messages: 0, webhookIds: [] }
    if (heard.all(from(), 1).length === 0) return passAll().then(() => made)
    await hot.write(() => {
      const rows = heard.all(from(), limit)
      const webhookIds = new Set(rows.flatMap(insert))
      queueTo.get(rows.at(-1)?.id ?? 0)
      made = { messages: rows.length, webhookIds: [...webhookIds] }
    }, patienceMs)
    return made
  }
}

function toldOf(row: Row): ToldEvent {
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
  }
}
