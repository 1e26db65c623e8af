import type { Migration } from '../dialect.ts'

/** Invites of dashboard users, rate limits that survive a restart, and the indexes of the audit log. */
export const administration: Migration = {
  name: '0008-administration',
  statements: ({ int, end }) => [
    `CREATE TABLE invites (
      token_hash TEXT PRIMARY KEY,
      account_id ${int} NOT NULL UNIQUE REFERENCES accounts(id) ON DELETE CASCADE,
      expires_at ${int} NOT NULL
    )${end}`,
    `CREATE TABLE rate_limits (
      name TEXT NOT NULL,
      key_hash TEXT NOT NULL,
      count ${int} NOT NULL,
      first_at ${int} NOT NULL,
      last_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      PRIMARY KEY (name, key_hash)
    )${end}`,
    'CREATE INDEX rate_limits_updated ON rate_limits(updated_at)',
    'ALTER TABLE audit ADD COLUMN details TEXT',
    'CREATE INDEX audit_subject ON audit(subject, id)',
    // A row to lock: transactions that may remove an active owner update it first, which serializes them.
    "INSERT INTO installation (name, value) VALUES ('owners', '')",
  ],
}
