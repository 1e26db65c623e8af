import type { Migration } from '../dialect.ts'

/** Whether leases allow a program to start without the server. Off for every application. */
export const offlineStart: Migration = {
  name: '0044-offline-start',
  readableFrom: '0034-readable-steps',
  statements: ({ int }) => [`ALTER TABLE applications ADD COLUMN offline_start ${int} NOT NULL DEFAULT 0`],
}
