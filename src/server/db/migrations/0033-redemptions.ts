import type { Migration } from '../dialect.ts'

/**
 * Redeemed license keys. A license whose time went into another one is spent: it is inactive for good, so that an older
 * server lets nobody in with it either. Servers of the previous release don't know the call.
 */
export const redemptions: Migration = {
  name: '0033-redemptions',
  statements: ({ id, int, end }) => [
    `ALTER TABLE licenses ADD COLUMN spent_at ${int}`,
    `ALTER TABLE licenses ADD COLUMN spent_into ${int} REFERENCES licenses(id) ON DELETE SET NULL`,
    `ALTER TABLE licenses ADD COLUMN spent_ms ${int}`,
    'CREATE INDEX licenses_spent_into ON licenses(spent_into) WHERE spent_into IS NOT NULL',
    `CREATE TABLE redemptions (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      license_id ${int} NOT NULL REFERENCES licenses(id) ON DELETE CASCADE,
      user_id ${int} NOT NULL REFERENCES app_users(id) ON DELETE CASCADE,
      previous_license_id ${int},
      added_ms ${int} NOT NULL,
      ends_at ${int} NOT NULL,
      created_at ${int} NOT NULL
    )${end}`,
    'CREATE INDEX redemptions_application ON redemptions(application_id)',
    'CREATE INDEX redemptions_license ON redemptions(license_id, user_id)',
    'CREATE INDEX redemptions_user ON redemptions(user_id)',
  ],
}
