import { tmpdir } from 'node:os'
import { afterAll, describe } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/server/db/open.ts'
import { createTestDatabase, hasPostgres } from './create-test-database.ts'
import type { TestDatabase } from './postgres-cluster.ts'
import { refuseScans } from './refuse-scans.ts'
import { sqliteSchema } from './sqlite-schema.ts'
import { type Place, temporaryFolder } from './temporary-folder.ts'

export type OpenTestDatabase = (options?: Partial<DatabaseOptions>) => Promise<Database>

/**
 * Runs a suite once on SQLite and once on PostgreSQL. Each `open()` gives a new, migrated, empty database; all are
 * closed and removed after the suite. Strict mode: a transaction that awaits anything but the database fails, and so
 * does a statement of the event loop that may read many rows.
 */
export function describeOnBothDatabases(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name} (SQLite)`, () => suite(opener(emptyFolder)))
  describeOnPostgres(`${name} (PostgreSQL)`, suite)
}

/** The same on PostgreSQL alone, for what only a server with several connections can do. */
export function describeOnPostgres(name: string, suite: (open: OpenTestDatabase) => void): void {
  describePostgres(name, () => suite(opener(migratedPostgres)))
}

/** A suite that is skipped by name where there is no PostgreSQL. */
export const describePostgres = describe.skipIf(!hasPostgres)

function opener(makePlace: () => Promise<Place>): OpenTestDatabase {
  const cleanups: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  return async (options) => {
    const place = await makePlace()
    cleanups.push(place.remove)
    const strict = { isStrict: true, checkpoint: false, onLoopStatement: refuseScans }
    const database = await openDatabase({ ...place.options, ...strict, ...options })
    cleanups.push(database.close)
    return database
  }
}

export async function temporaryPostgres(): Promise<Place> {
  return placeOf(await createTestDatabase())
}

async function emptyFolder(): Promise<Place> {
  const { options, remove } = await temporaryFolder()
  return { options: { ...options, schema: await sqliteSchema() }, remove }
}

/** With the schema, which `openDatabase` then finds up to date. */
async function migratedPostgres(): Promise<Place> {
  return placeOf(await createTestDatabase({ isMigrated: true }))
}

const placeOf = ({ url, drop }: TestDatabase): Place => ({
  options: { dataDir: tmpdir(), databaseUrl: url },
  remove: drop,
})
