import type { Migration } from '../dialect.ts'

/**
 * Every list of licenses and of live sessions is read in the order of an index. And what a bulk operation needs to go on
 * after a restart: what was asked and by whom, and the ids of its rows, in parts that are read one by one.
 */
export const changesResumed: Migration = {
  name: '0022-changes-resumed',
  statements: ({ int, end }) => [
    'CREATE INDEX licenses_created ON licenses(application_id, created_at, id)',
    'CREATE INDEX licenses_users ON licenses(application_id, current_users, id)',
    'DROP INDEX licenses_expiry',
    'CREATE INDEX licenses_expiry ON licenses(application_id, expires_at, id)',
    'CREATE INDEX client_sessions_id ON client_sessions(application_id, id) WHERE ended_at IS NULL',
    'ALTER TABLE operations ADD COLUMN asked TEXT',
    'ALTER TABLE operations ADD COLUMN asked_by TEXT',
    'ALTER TABLE operations ADD COLUMN list_id TEXT',
    `ALTER TABLE operations ADD COLUMN stopped_at ${int}`,
    'ALTER TABLE operations ADD COLUMN undo_asked_by TEXT',
    'CREATE INDEX operations_unfinished ON operations(started_at) WHERE finished_at IS NULL',
    'CREATE INDEX operations_undoing ON operations(started_at) WHERE undo_asked_by IS NOT NULL',
    `CREATE TABLE operation_parts (
      list_id TEXT NOT NULL,
      number ${int} NOT NULL,
      row_ids TEXT NOT NULL,
      PRIMARY KEY (list_id, number)
    )${end}`,
  ],
}
