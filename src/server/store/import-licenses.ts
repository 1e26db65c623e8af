import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Secrets } from '../lib/secrets.ts'
import { fromRow, type License, lookup } from './license-columns.ts'

/** Licenses out of a file, some hundred at a time. Every call begins with the application. */
export function importLicenseStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    /** Those of the keys that are there, by the key as it was asked for. */
    existing: async (applicationId: number, keys: readonly string[]): Promise<Map<string, License>> => {
      if (keys.length === 0) return new Map()
      const rows = await db
        .selectFrom('licenses')
        .selectAll()
        .where('application_id', '=', applicationId)
        .where('key_lookup', 'in', [...new Set(keys.map((key) => lookup(secrets, key)))])
        .execute()
      const byLookup = new Map(rows.map((row) => [row.key_lookup, fromRow(row, secrets)]))
      return new Map(
        keys.flatMap((key) => {
          const license = byLookup.get(lookup(secrets, key))
          return license ? [[key, license] as const] : []
        }),
      )
    },
  }
}
