import type { Migration } from '../dialect.ts'

/**
 * What an import needs to go on after a restart: its file, encrypted, in parts. And a deletion of licenses remembers the
 * one that has lost some of its users.
 */
export const importsResumed: Migration = {
  name: '0024-imports-resumed',
  statements: ({ int, end }) => [
    `ALTER TABLE operations ADD COLUMN begun_row ${int}`,
    'ALTER TABLE operations ADD COLUMN file_id TEXT',
    'CREATE INDEX operations_file ON operations(file_id) WHERE file_id IS NOT NULL',
    `CREATE TABLE import_parts (
      file_id TEXT NOT NULL,
      number ${int} NOT NULL,
      sealed TEXT NOT NULL,
      PRIMARY KEY (file_id, number)
    )${end}`,
  ],
}
