import { createDatabase, type TestDatabase } from './postgres-cluster.ts'
import { prepared } from './prepared.ts'

/** Whether this run has a PostgreSQL: `describe.skipIf(!hasPostgres)` names what is left out where there is none. */
export const hasPostgres = await prepared('postgres')

/** Makes a database of its own on the PostgreSQL of this run: an empty one, or a copy of the run's with the schema. */
export async function createTestDatabase({ isMigrated = false } = {}): Promise<TestDatabase> {
  const cluster = hasPostgres && (await prepared('cluster'))
  if (!cluster) throw new Error('There is no PostgreSQL in this run: guard the suite with hasPostgres')
  return createDatabase(cluster.url, isMigrated ? cluster.template : undefined)
}
