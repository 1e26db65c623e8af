import type { Migration } from '../dialect.ts'

/** Which client library each session was started with, and successful sign-ins by day (UTC) and library. */
export const clientVersions: Migration = {
  name: '0043-client-versions',
  readableFrom: '0034-readable-steps',
  statements: ({ int, end }) => [
    'ALTER TABLE client_sessions ADD COLUMN client TEXT',
    `CREATE TABLE client_days (
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      day ${int} NOT NULL,
      client TEXT NOT NULL,
      logins ${int} NOT NULL,
      last_at ${int} NOT NULL,
      PRIMARY KEY (application_id, day, client)
    )${end}`,
    'CREATE INDEX client_days_day ON client_days(day)',
  ],
}
