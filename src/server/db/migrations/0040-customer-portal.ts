import type { Migration } from '../dialect.ts'

/**
 * The portal in which customers manage their own access: settings of applications, sessions of browsers, and codes that
 * are sent by email. Off for every application; servers of the previous release know nothing of it.
 */
export const customerPortal: Migration = {
  name: '0040-customer-portal',
  readableFrom: '0034-readable-steps',
  statements: ({ id, int, end, hasPartitions }) => [
    `ALTER TABLE applications ADD COLUMN portal_enabled ${int} NOT NULL DEFAULT 0`,
    'ALTER TABLE applications ADD COLUMN portal_slug TEXT',
    'ALTER TABLE applications ADD COLUMN portal_name TEXT',
    'ALTER TABLE applications ADD COLUMN portal_color TEXT',
    'ALTER TABLE applications ADD COLUMN portal_support_url TEXT',
    'ALTER TABLE applications ADD COLUMN portal_welcome TEXT',
    "ALTER TABLE applications ADD COLUMN portal_key_only TEXT NOT NULL DEFAULT 'view'",
    `ALTER TABLE applications ADD COLUMN device_release_days ${int} NOT NULL DEFAULT 7`,
    'CREATE UNIQUE INDEX applications_portal ON applications(portal_slug) WHERE portal_slug IS NOT NULL',
    `ALTER TABLE app_users ADD COLUMN self_released_at ${int}`,
    `ALTER TABLE app_users ADD COLUMN email_verified_at ${int}`,
    // which order a license was made for: its buyer gets the codes
    `ALTER TABLE licenses ADD COLUMN made_for_order_id ${int}`,
    `UPDATE licenses SET made_for_order_id = made.order_id
      FROM (${hasPartitions ? madeOnPostgres : madeOnSqlite}) AS made WHERE licenses.id = made.license_id`,
    `CREATE TABLE portal_logos (
      application_id ${int} PRIMARY KEY REFERENCES applications(id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      content TEXT NOT NULL,
      tag TEXT NOT NULL
    )${end}`,
    `CREATE TABLE portal_sessions (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      user_id ${int} REFERENCES app_users(id) ON DELETE CASCADE,
      license_id ${int} REFERENCES licenses(id) ON DELETE CASCADE,
      access TEXT NOT NULL,
      token_hash TEXT NOT NULL,
      ip_address TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      created_at ${int} NOT NULL,
      last_seen_at ${int} NOT NULL,
      ends_at ${int} NOT NULL
    )${end}`,
    'CREATE UNIQUE INDEX portal_sessions_token ON portal_sessions(application_id, token_hash)',
    'CREATE INDEX portal_sessions_user ON portal_sessions(user_id)',
    'CREATE INDEX portal_sessions_license ON portal_sessions(license_id)',
    'CREATE INDEX portal_sessions_seen ON portal_sessions(last_seen_at)',
    `CREATE TABLE portal_codes (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      user_id ${int} REFERENCES app_users(id) ON DELETE CASCADE,
      license_id ${int} REFERENCES licenses(id) ON DELETE CASCADE,
      email TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      tries ${int} NOT NULL,
      created_at ${int} NOT NULL,
      ends_at ${int} NOT NULL
    )${end}`,
    'CREATE INDEX portal_codes_user ON portal_codes(user_id)',
    'CREATE INDEX portal_codes_license ON portal_codes(license_id)',
    'CREATE INDEX portal_codes_application ON portal_codes(application_id, code_hash)',
    'CREATE INDEX portal_codes_age ON portal_codes(created_at)',
  ],
}

const madeOnSqlite = `SELECT orders.id AS order_id, made.value AS license_id
  FROM orders, json_each(orders.license_ids) AS made`
const madeOnPostgres = `SELECT orders.id AS order_id, made.value::bigint AS license_id
  FROM orders, jsonb_array_elements_text(orders.license_ids::jsonb) AS made(value)`
