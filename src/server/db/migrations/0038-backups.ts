import type { Migration } from '../dialect.ts'

/** Copies of the embedded database, and runs that failed. PostgreSQL has the table too, for moves; no server reads it there. */
export const backups: Migration = {
  name: '0038-backups',
  readableFrom: '0032-described-licenses',
  statements: ({ id, int, end }) => [
    `CREATE TABLE backups (
      id ${id},
      place TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      bytes ${int},
      created_at ${int} NOT NULL,
      rehearsed_at ${int},
      error TEXT,
      mailed_at ${int},
      UNIQUE (place, name)
    )${end}`,
  ],
}
