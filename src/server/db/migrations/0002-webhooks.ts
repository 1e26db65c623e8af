import type { Migration } from '../dialect.ts'

/**
 * The message of an event is written with the event: one row without other indexes, however many webhooks subscribe,
 * since every login writes it. A moment later it becomes one delivery per webhook, many events at a time.
 *
 * A delivery holds its own copy of what is sent, so that it outlives the activity row. It refers to its webhook without
 * a foreign key: a login must not fail because a webhook was deleted a moment before. Deliveries of deleted webhooks
 * are purged.
 */
export const webhooks: Migration = {
  name: '0002-webhooks',
  statements: ({ id, int, end }) => [
    `CREATE TABLE webhooks (
      id ${id},
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      application_id ${int} REFERENCES applications(id) ON DELETE CASCADE,
      url_sealed TEXT NOT NULL,
      format TEXT NOT NULL,
      is_format_derived ${int} NOT NULL,
      events TEXT NOT NULL,
      is_active ${int} NOT NULL,
      secret_sealed TEXT NOT NULL,
      previous_secret_sealed TEXT,
      previous_secret_ends_at ${int},
      notice_reason TEXT,
      notice_at ${int},
      failures ${int} NOT NULL DEFAULT 0,
      failing_since ${int},
      retry_at ${int},
      created_at ${int} NOT NULL,
      deleted_at ${int}
    )${end}`,
    'CREATE INDEX webhooks_account ON webhooks(account_id, id)',
    'CREATE INDEX webhooks_deleted ON webhooks(deleted_at) WHERE deleted_at IS NOT NULL',
    `CREATE TABLE webhook_outbox (
      message_id TEXT PRIMARY KEY,
      webhook_ids TEXT NOT NULL,
      application_id ${int} NOT NULL,
      event TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at ${int} NOT NULL
    )${end && `${end}, WITHOUT ROWID`}`,
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
    )${end && `${end}, WITHOUT ROWID`}`,
    'CREATE INDEX deliveries_due ON deliveries(webhook_id, next_try_at) WHERE next_try_at IS NOT NULL',
    `CREATE INDEX deliveries_failed ON deliveries(webhook_id, message_id) WHERE status = 'failed'`,
    `CREATE TABLE webhook_days (
      webhook_id ${int} NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
      day ${int} NOT NULL,
      successful ${int} NOT NULL,
      failed ${int} NOT NULL,
      PRIMARY KEY (webhook_id, day)
    )${end}`,
  ],
}
