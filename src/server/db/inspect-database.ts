import type { DatabaseFacts } from './inspect-facts.ts'
import { inspectPostgres } from './inspect-postgres.ts'
import { inspectSqlite } from './inspect-sqlite.ts'

export interface InspectedPlace {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Behind a pooler: the address without it. */
  readonly directUrl: string | undefined
  /** A replica for reads. */
  readonly readUrl?: string | undefined
}

/**
 * Reads what the doctor asks, beside a running server, and changes nothing. Rejects where the database can't be opened,
 * or is none that this program can use.
 */
export function inspectDatabase({ dataDir, databaseUrl, directUrl, readUrl }: InspectedPlace): Promise<DatabaseFacts> {
  return databaseUrl === undefined
    ? inspectSqlite(dataDir)
    : inspectPostgres(databaseUrl, directUrl ?? databaseUrl, readUrl)
}
