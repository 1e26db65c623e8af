import type { Migration } from '../dialect.ts'

/**
 * The message of an event is stored once, where the event wrote it; deliveries refer to it by number instead of holding
 * a copy each. They are small now and stored in primary key order.
 *
 * Which messages have deliveries: SQLite has one writer, so ids grow from commit to commit and the last queued id is
 * enough. On PostgreSQL a lower id may commit after a higher one, so a message that still lists its webhooks is not
 * queued yet.
 */
export const messagesOnce: Migration = {
  name: '0012-messages-once',
  statements: ({ id, int, end }) => [
    `CREATE TABLE webhook_messages (
      number ${id},
      message_id TEXT NOT NULL,
      webhook_ids TEXT,
      application_id ${int},
      event TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at ${int} NOT NULL
    )${end}`,
    `INSERT INTO webhook_messages (message_id, application_id, event, body, created_at)
      SELECT message_id, min(application_id), min(event), min(body), min(created_at)
      FROM deliveries GROUP BY message_id ORDER BY message_id`,
    end === ''
      ? 'CREATE INDEX webhook_messages_unqueued ON webhook_messages(number) WHERE webhook_ids IS NOT NULL'
      : `INSERT INTO installation (name, value)
          SELECT 'queued_messages', CAST(coalesce(max(number), 0) AS TEXT) FROM webhook_messages`,
    'CREATE INDEX webhook_messages_by_id ON webhook_messages(message_id)',
    'DROP INDEX deliveries_due',
    'DROP INDEX deliveries_failed',
    'ALTER TABLE deliveries RENAME TO deliveries_before',
    `CREATE TABLE deliveries (
      webhook_id ${int} NOT NULL,
      message_id TEXT NOT NULL,
      message_number ${int} NOT NULL,
      event TEXT NOT NULL,
      is_test ${int} NOT NULL,
      status TEXT NOT NULL,
      attempt ${int} NOT NULL,
      next_try_at ${int},
      tried_at ${int},
      code ${int},
      ms ${int},
      error TEXT,
      answer TEXT,
      signature TEXT,
      PRIMARY KEY (webhook_id, message_id)
    )${end && `${end}, WITHOUT ROWID`}`,
    `INSERT INTO deliveries
      SELECT d.webhook_id, d.message_id, m.number, d.event, d.is_test, d.status, d.attempt, d.next_try_at, d.tried_at,
        d.code, d.ms, d.error, d.answer, d.signature
      FROM deliveries_before d JOIN webhook_messages m ON m.message_id = d.message_id
      ORDER BY d.webhook_id, d.message_id`,
    'DROP TABLE deliveries_before',
    'DROP INDEX webhook_messages_by_id',
    'CREATE INDEX deliveries_due ON deliveries(webhook_id, next_try_at, message_id) WHERE next_try_at IS NOT NULL',
    `CREATE INDEX deliveries_failed ON deliveries(webhook_id, message_id) WHERE status = 'failed'`,
    `INSERT INTO webhook_messages (message_id, webhook_ids, application_id, event, body, created_at)
      SELECT message_id, webhook_ids, application_id, event, body, created_at FROM webhook_outbox ORDER BY message_id`,
    'DROP TABLE webhook_outbox',
  ],
}
