import type { Migration } from '../dialect.ts'

/**
 * An index of expired licenses with users, without those that were never sold, of which there may be any number. A
 * license whose users were imported has no start and would never expire: it starts now.
 */
export const licensesInUse: Migration = {
  name: '0021-licenses-in-use',
  statements: ({ nowMs }) => [
    `UPDATE licenses SET expires_at = ${nowMs} + validity_days * 86400000
      WHERE expires_at IS NULL AND current_users > 0`,
    'CREATE INDEX licenses_used_expiry ON licenses(application_id, expires_at) WHERE current_users > 0',
  ],
}
