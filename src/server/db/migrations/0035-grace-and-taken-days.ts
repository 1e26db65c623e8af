import type { Migration } from '../dialect.ts'

/**
 * Days for which access goes on after its end. A license's own come before the application's, which are 0 as before.
 * Servers of the previous release know none: to them access ends at its end.
 *
 * `taken_ms`: what a ban took back of the time that a spent license gave another one.
 */
export const graceAndTakenDays: Migration = {
  name: '0035-grace-and-taken-days',
  readableFrom: '0034-readable-steps',
  statements: ({ int }) => [
    `ALTER TABLE applications ADD COLUMN grace_days ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE license_presets ADD COLUMN grace_days ${int}`,
    `ALTER TABLE licenses ADD COLUMN grace_days ${int}`,
    `ALTER TABLE licenses ADD COLUMN taken_ms ${int}`,
  ],
}
