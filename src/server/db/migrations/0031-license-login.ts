import type { Migration } from '../dialect.ts'

/**
 * Sign-in with a license key alone: whether the application allows it, and which users stand for a license. An older
 * server shows those as users whose name nobody can log in with.
 */
export const licenseLogin: Migration = {
  name: '0031-license-login',
  statements: ({ int }) => [
    `ALTER TABLE applications ADD COLUMN license_login ${int} NOT NULL DEFAULT 0`,
    "ALTER TABLE app_users ADD COLUMN kind TEXT NOT NULL DEFAULT 'account'",
    "CREATE INDEX app_users_holders ON app_users(application_id) WHERE kind = 'license'",
  ],
}
