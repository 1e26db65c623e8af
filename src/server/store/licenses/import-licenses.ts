import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { fromRow, type License, lookup } from './license-columns.ts'

/** Import of licenses in batches. Every call takes the application first. */
export function importLicenseStore(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine']) {
  return {
    /** Locks the licenses of these keys until the transaction ends. */
    lock: async (applicationId: number, keys: readonly string[]): Promise<void> => {
      // SQLite transactions are serialized already.
      if (engine === 'sqlite' || keys.length === 0) return
      await licensesOf(db, secrets, applicationId, keys).select('id').orderBy('id').forUpdate().execute()
    },
    /** Existing licenses, by the key as given. */
    existing: async (applicationId: number, keys: readonly string[]): Promise<Map<string, License>> => {
      if (keys.length === 0) return new Map()
      const rows = await licensesOf(db, secrets, applicationId, keys).selectAll().execute()
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

const licensesOf = (db: Kysely<Tables>, secrets: Secrets, applicationId: number, keys: readonly string[]) =>
  db
    .selectFrom('licenses')
    .where('application_id', '=', applicationId)
    .where('key_lookup', 'in', [...new Set(keys.map((key) => lookup(secrets, key)))])
