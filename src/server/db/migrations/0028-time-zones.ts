import type { Migration } from '../dialect.ts'

/** The time zone that a dashboard user has chosen; null: the browser's. Older servers don't read it. */
export const timeZones: Migration = {
  name: '0028-time-zones',
  statements: () => ['ALTER TABLE accounts ADD COLUMN time_zone TEXT'],
}
