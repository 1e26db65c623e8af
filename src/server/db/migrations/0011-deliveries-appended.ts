import type { Migration } from '../dialect.ts'

/**
 * On SQLite, messages and deliveries become append-only tables. In a table ordered by its primary key, inserting a row
 * of half a kilobyte moved other rows, and with them pages that a login writes. The queue's index contains the message
 * id, so that looking for due deliveries reads no table rows.
 */
export const deliveriesAppended: Migration = {
  name: '0011-deliveries-appended',
  statements: ({ end, int }) =>
    end === ''
      ? []
      : [
          'ALTER TABLE webhook_outbox RENAME TO webhook_outbox_before',
          `CREATE TABLE webhook_outbox (
            message_id TEXT NOT NULL,
            webhook_ids TEXT NOT NULL,
            application_id ${int} NOT NULL,
            event TEXT NOT NULL,
            body TEXT NOT NULL,
            created_at ${int} NOT NULL
          )${end}`,
          'INSERT INTO webhook_outbox SELECT * FROM webhook_outbox_before ORDER BY message_id',
          'DROP TABLE webhook_outbox_before',
          'DROP INDEX deliveries_due',
          'DROP INDEX deliveries_failed',
          'ALTER TABLE deliveries RENAME TO deliveries_before',
          `CREATE TABLE deliveries (
            webhook_id ${int} NOT NULL,
            message_id TEXT NOT NULL,
            application_id ${int},
            event TEXT NOT NULL,
            is_test ${int} NOT NULL,
            body TEXT NOT NULL,
            status TEXT NOT NULL,
            attempt ${int} NOT NULL,
            next_try_at ${int},
            created_at ${int} NOT NULL,
            tried_at ${int},
            code ${int},
            ms ${int},
            error TEXT,
            answer TEXT,
            signature TEXT,
            PRIMARY KEY (webhook_id, message_id)
          )${end}`,
          'INSERT INTO deliveries SELECT * FROM deliveries_before ORDER BY message_id',
          'DROP TABLE deliveries_before',
          `CREATE INDEX deliveries_due ON deliveries(webhook_id, next_try_at, message_id)
            WHERE next_try_at IS NOT NULL`,
          `CREATE INDEX deliveries_failed ON deliveries(webhook_id, message_id) WHERE status = 'failed'`,
        ],
}
