import type { Migration } from '../dialect.ts'

/** The servers on this database, and which of them runs a job that must not run twice at once. PostgreSQL alone uses them. */
export const nodes: Migration = {
  name: '0041-nodes',
  readableFrom: '0034-readable-steps',
  statements: ({ int, end }) => [
    `CREATE TABLE nodes (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      version TEXT NOT NULL,
      schema TEXT NOT NULL,
      started_at ${int} NOT NULL,
      seen_at ${int} NOT NULL,
      clock_skew_ms ${int} NOT NULL
    )${end}`,
    `CREATE TABLE job_leases (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      until_ms ${int} NOT NULL
    )${end}`,
  ],
}
