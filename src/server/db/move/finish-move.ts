import type { Row } from '../database.ts'
import { type MoveSide, type MoveTarget, rangeRows } from './move-side.ts'
import { quoted, quotedList } from './moved-tables.ts'

/** How a stored event becomes a message. SQLite lists the subscribed webhooks with the event, PostgreSQL with the message. */
export interface UnqueuedEvents {
  /** Events after an id that have webhooks; its parameters are the id and how many. */
  readonly sql: string
  messageOf(row: Row): { readonly messageId: string; readonly body: string }
}

/** A row of `installation`. */
export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** Events that have no message yet get one, which lists its webhooks: the next server makes the deliveries. */
export async function queueOnPostgres(source: MoveSide, target: MoveTarget, { sql, messageOf }: UnqueuedEvents) {
  let after = Number(await installationValue(source, 'queued_activity'))
  for (;;) {
    const events = await source.query(sql, [after, rangeRows])
    for (const row of events) {
      const { messageId, body } = messageOf(row)
      await target.query(
        `INSERT INTO webhook_messages (message_id, webhook_ids, application_id, event, body, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
        [
          messageId,
          String(row.webhook_ids),
          Number(row.application_id),
          String(row.event),
          body,
          Number(row.created_at),
        ],
      )
    }
    if (events.length < rangeRows) return
    after = Number(events.at(-1)?.id)
  }
}

/** Messages that still list their webhooks get a delivery for each. */
export async function queueOnSqlite(source: MoveSide, target: MoveTarget): Promise<void> {
  const messages = await source.query(
    `SELECT number, message_id, webhook_ids, event, created_at FROM webhook_messages
     WHERE webhook_ids IS NOT NULL ORDER BY number`,
  )
  for (const { number, message_id: messageId, webhook_ids: webhookIds, event, created_at: at } of messages) {
    for (const webhookId of JSON.parse(String(webhookIds)) as number[]) {
      await target.query(
        `INSERT INTO deliveries (webhook_id, message_id, message_number, event, is_test, status, attempt, next_try_at)
         VALUES (?1, ?2, ?3, ?4, 0, 'pending', 0, ?5)`,
        [webhookId, String(messageId), Number(number), String(event), Number(at)],
      )
    }
  }
  const [newest] = await source.query('SELECT coalesce(max(id), 0) AS id FROM activity')
  await putValues(target, [{ name: 'queued_activity', value: String(newest?.id) }])
}

/** Counts that PostgreSQL has not added up yet. */
export async function addUpExpiryChanges(source: MoveSide, target: MoveTarget): Promise<void> {
  const counts = [...((await source.schema()).get('expiry_hours')?.columns.keys() ?? [])].slice(2)
  const sums = counts.map((count) => `sum(${quoted(count)}) AS ${quoted(count)}`).join(', ')
  const places = counts.map((_, index) => `?${index + 3}`).join(', ')
  const additions = counts.map((count) => `${quoted(count)} = ${quoted(count)} + excluded.${quoted(count)}`).join(', ')
  const rows = await source.query(
    `SELECT application_id, hour, ${sums} FROM expiry_changes GROUP BY application_id, hour ORDER BY 1, 2`,
  )
  for (const row of rows) {
    await target.query(
      `INSERT INTO expiry_hours (application_id, hour, ${quotedList(counts)}) VALUES (?1, ?2, ${places})
       ON CONFLICT (application_id, hour) DO UPDATE SET ${additions}`,
      [Number(row.application_id), Number(row.hour), ...counts.map((count) => Number(row[count]))],
    )
  }
}

export async function putValues(target: MoveSide, values: readonly NamedValue[]): Promise<void> {
  for (const { name, value } of values) {
    await target.query('INSERT INTO installation (name, value) VALUES (?1, ?2)', [name, value])
  }
}

export async function installationValue(side: MoveSide, name: string): Promise<string | undefined> {
  const [row] = await side.query('SELECT value FROM installation WHERE name = ?1', [name])
  return row && String(row.value)
}
