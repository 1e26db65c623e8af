import type { Migration } from '../dialect.ts'

/**
 * Files with which a program runs on a computer that never reaches the server. A request is answered once: its nonce is
 * unique in the application. Servers of the previous release know nothing of it.
 */
export const offlineLicenses: Migration = {
  name: '0047-offline-licenses',
  readableFrom: '0034-readable-steps',
  statements: ({ id, int, end }) => [
    `CREATE TABLE offline_licenses (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      user_id ${int} NOT NULL REFERENCES app_users(id) ON DELETE CASCADE,
      license_id ${int} REFERENCES licenses(id) ON DELETE CASCADE,
      jti TEXT NOT NULL,
      nonce TEXT NOT NULL,
      asked_hash TEXT NOT NULL,
      hwid TEXT NOT NULL,
      file TEXT NOT NULL,
      created_at ${int} NOT NULL,
      created_by TEXT NOT NULL,
      expires_at ${int} NOT NULL,
      withdrawn_at ${int}
    )${end}`,
    'CREATE UNIQUE INDEX offline_licenses_nonce ON offline_licenses(application_id, nonce)',
    'CREATE INDEX offline_licenses_list ON offline_licenses(application_id, id)',
    'CREATE INDEX offline_licenses_user ON offline_licenses(user_id, id)',
    'CREATE INDEX offline_licenses_license ON offline_licenses(license_id, id) WHERE license_id IS NOT NULL',
  ],
}
