import type { Migration } from '../dialect.ts'

/**
 * API keys with a grace period after a rotation, what the user drawer shows, and bulk changes with the values they
 * replaced, for undo.
 */
export const userAdministration: Migration = {
  name: '0004-user-administration',
  statements: ({ int, end }) => [
    `ALTER TABLE api_keys ADD COLUMN expires_at ${int}`,
    `ALTER TABLE api_keys ADD COLUMN last_used_at ${int}`,
    `ALTER TABLE applications ADD COLUMN is_key_in_header_only ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE applications ADD COLUMN foreign_hash_count ${int} NOT NULL DEFAULT 0`,
    'ALTER TABLE app_users ADD COLUMN ban_reason TEXT',
    `ALTER TABLE app_users ADD COLUMN hwid_bound_at ${int}`,
    'ALTER TABLE activity ADD COLUMN detail TEXT',
    `CREATE TABLE operations (
      id TEXT PRIMARY KEY,
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      entity TEXT NOT NULL,
      action TEXT NOT NULL,
      actor TEXT NOT NULL,
      total ${int} NOT NULL,
      done ${int} NOT NULL,
      changed ${int} NOT NULL,
      can_undo ${int} NOT NULL,
      started_at ${int} NOT NULL,
      finished_at ${int},
      undone_at ${int}
    )${end}`,
    'CREATE INDEX operations_application ON operations(application_id, started_at)',
    'CREATE INDEX operations_started ON operations(started_at)',
    `CREATE TABLE operation_rows (
      operation_id TEXT NOT NULL REFERENCES operations(id) ON DELETE CASCADE,
      row_id ${int} NOT NULL,
      old_values TEXT NOT NULL,
      new_values TEXT NOT NULL,
      PRIMARY KEY (operation_id, row_id)
    )${end}`,
    'CREATE INDEX operation_rows_row ON operation_rows(row_id)',
  ],
}
