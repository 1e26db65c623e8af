import type { Migration } from '../dialect.ts'

/**
 * On SQLite the event's row itself lists the subscribed webhooks, and the message is created together with its
 * deliveries: a separate row cost every commit a page. Ids of the log grow from commit to commit, so the last queued id
 * says it for all before.
 */
export const audienceWithEvent: Migration = {
  name: '0013-audience-with-event',
  statements: ({ end }) =>
    end === ''
      ? []
      : [
          'ALTER TABLE activity ADD COLUMN webhook_ids TEXT',
          `INSERT INTO deliveries
              (webhook_id, message_id, message_number, event, is_test, status, attempt, next_try_at)
            SELECT webhook.value, m.message_id, m.number, m.event, 0, 'pending', 0, m.created_at
            FROM webhook_messages m, json_each(m.webhook_ids) webhook
            WHERE m.number > (SELECT CAST(value AS INTEGER) FROM installation WHERE name = 'queued_messages')`,
          "DELETE FROM installation WHERE name = 'queued_messages'",
          `INSERT INTO installation (name, value)
            SELECT 'queued_activity', CAST(coalesce(max(id), 0) AS TEXT) FROM activity`,
          'ALTER TABLE webhook_messages DROP COLUMN webhook_ids',
        ],
}
