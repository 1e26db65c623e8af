import type { Migration } from '../dialect.ts'

/**
 * Licenses that are paused or banned. A held license is stored as inactive, and what its switch says beside it: to an
 * older server it is switched off, so that no server lets its users in, and the triggers count them as inactive.
 */
export const licenseHolds: Migration = {
  name: '0031-license-holds',
  statements: ({ int }) => [
    'ALTER TABLE licenses ADD COLUMN hold TEXT',
    'ALTER TABLE licenses ADD COLUMN hold_reason TEXT',
    `ALTER TABLE licenses ADD COLUMN held_at ${int}`,
    `ALTER TABLE licenses ADD COLUMN active_after_hold ${int}`,
    'CREATE INDEX licenses_held ON licenses(application_id, hold, expires_at) WHERE hold IS NOT NULL',
  ],
}
