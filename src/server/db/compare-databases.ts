import { withReadOnlyDatabase } from './copy-database.ts'
import { quoted } from './move/moved-tables.ts'

/** Tables whose rows somebody misses after a restore, with the words for them; those of later versions too. */
export const tablesInWords = {
  applications: 'applications',
  licenses: 'license keys',
  app_users: 'users',
  redemptions: 'redeemed keys',
  orders: 'orders',
  blacklist: 'blacklist entries',
  webhooks: 'webhooks',
  accounts: 'dashboard users',
  audit: 'changes in the dashboard',
} as const

/** Rows that the replaced database had and the backup has not. */
interface MissingRows {
  readonly what: string
  readonly count: number
  /** When the first of them was made. */
  readonly since: Date
}

/** What a restore leaves behind, and what happens again because of it. */
export interface RestoreDifference {
  readonly missing: readonly MissingRows[]
  /** Deliveries of webhooks that the backup holds as waiting, and the replaced database as finished. */
  readonly deliveriesAgain: number
}

/** Compares the database that is about to be replaced with the backup; neither is changed. */
export function compareDatabases(replaced: string, backup: string): RestoreDifference {
  return withReadOnlyDatabase(replaced, (db) => {
    db.prepare('ATTACH ? AS kept').run(backup)
    const isInBoth = (table: string) =>
      db
        .prepare(
          `SELECT (SELECT count(*) FROM main.sqlite_schema WHERE name = ?) +
            (SELECT count(*) FROM kept.sqlite_schema WHERE name = ?) AS count`,
        )
        .get(table, table)?.count === 2
    const missing = Object.entries(tablesInWords).flatMap(([table, what]): MissingRows[] => {
      if (!isInBoth(table)) return []
      const row = db
        .prepare(
          `SELECT count(*) AS count, min(created_at) AS since FROM main.${quoted(table)} AS row
            WHERE NOT EXISTS (SELECT 1 FROM kept.${quoted(table)} AS other WHERE other.id = row.id)`,
        )
        .get()
      const count = Number(row?.count)
      return count === 0 ? [] : [{ what, count, since: new Date(Number(row?.since)) }]
    })
    const again = db
      .prepare(
        `SELECT count(*) AS count FROM kept.deliveries AS waiting
          WHERE waiting.next_try_at IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM main.deliveries AS row WHERE row.webhook_id = waiting.webhook_id
              AND row.message_id = waiting.message_id AND row.next_try_at IS NOT NULL)`,
      )
      .get()
    return { missing, deliveriesAgain: Number(again?.count) }
  })
}
