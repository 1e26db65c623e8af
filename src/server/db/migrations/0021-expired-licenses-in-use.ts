import type { Migration } from '../dialect.ts'

/** Expired licenses that somebody holds, without those that were never sold: of these there may be any number. */
export const expiredLicensesInUse: Migration = {
  name: '0021-expired-licenses-in-use',
  statements: () => [
    'CREATE INDEX licenses_used_expiry ON licenses(application_id, expires_at) WHERE current_users > 0',
  ],
}
