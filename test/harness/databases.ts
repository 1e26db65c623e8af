import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/server/db/open.ts'
import { createTestDatabase, hasPostgres, type TestDatabase } from './create-test-database.ts'

export type OpenTestDatabase = (options?: Partial<DatabaseOptions>) => Promise<Database>

/**
 * Runs a suite once on SQLite and once on PostgreSQL. Each `open()` gives a new, migrated, empty database; all are
 * closed and removed after the suite. Strict: a job that waits for anything but the database fails.
 */
export function describeOnBothDatabases(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name} (SQLite)`, () => suite(opener(temporaryFolder)))
  describePostgres(`${name} (PostgreSQL)`, () => suite(opener(migratedPostgres)))
}

/** A suite that is skipped by name where there is no PostgreSQL. */
export const describePostgres = describe.skipIf(!hasPostgres)

interface Place {
  readonly options: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>
  remove(): Promise<void>
}

function opener(makePlace: () => Promise<Place>): OpenTestDatabase {
  const cleanups: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  return async (options) => {
    const place = await makePlace()
    cleanups.push(place.remove)
    const database = await openDatabase({ ...place.options, isStrict: true, checkpoint: false, ...options })
    cleanups.push(database.close)
    return database
  }
}

/** A folder for the tests of one suite that need the files themselves. */
export async function temporaryFolder(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keywright-test-'))
  return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

export async function temporaryPostgres(): Promise<Place> {
  return placeOf(await createTestDatabase())
}

/** With the schema, which `openDatabase` then finds up to date. */
async function migratedPostgres(): Promise<Place> {
  return placeOf(await createTestDatabase({ isMigrated: true }))
}

const placeOf = ({ url, drop }: TestDatabase): Place => ({
  options: { dataDir: tmpdir(), databaseUrl: url },
  remove: drop,
})
