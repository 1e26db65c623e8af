import type { DatabaseFacts } from './inspect-facts.ts'
import { inspectPostgres } from './inspect-postgres.ts'
import { inspectSqlite } from './inspect-sqlite.ts'

interface InspectedPlace {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Behind a pooler: the address without it. */
  readonly directUrl: string | undefined
}

/**
 * Reads what the doctor asks, beside a running server, and changes nothing. Rejects where the database can't be opened,
 * or is none that this program can use.
 */
export function inspectDatabase({ dataDir, databaseUrl, directUrl }: InspectedPlace): Promise<DatabaseFacts> {
  return databaseUrl === undefined ? inspectSqlite(dataDir) : inspectPostgres(databaseUrl, directUrl ?? databaseUrl)
}
