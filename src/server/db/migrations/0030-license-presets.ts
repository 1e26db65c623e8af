import type { Migration } from '../dialect.ts'

/**
 * Presets for new licenses, and the features of users, licenses and applications as JSON; null: none. Servers of the
 * previous release don't read them: their licenses have no preset, their answers no features.
 */
export const licensePresets: Migration = {
  name: '0030-license-presets',
  statements: ({ id, int, end }) => [
    `CREATE TABLE license_presets (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      max_users ${int} NOT NULL,
      validity_days ${int} NOT NULL,
      validity_start TEXT NOT NULL,
      max_devices ${int},
      max_sessions ${int},
      mask TEXT,
      features TEXT,
      created_at ${int} NOT NULL,
      archived_at ${int}
    )${end}`,
    'CREATE UNIQUE INDEX license_presets_name ON license_presets(application_id, name_key) WHERE archived_at IS NULL',
    'CREATE INDEX license_presets_archived ON license_presets(application_id, archived_at)',
    `ALTER TABLE licenses ADD COLUMN preset_id ${int} REFERENCES license_presets(id) ON DELETE SET NULL`,
    'CREATE INDEX licenses_preset ON licenses(preset_id) WHERE preset_id IS NOT NULL',
    ...['licenses', 'app_users', 'applications'].map((table) => `ALTER TABLE ${table} ADD COLUMN features TEXT`),
  ],
}
