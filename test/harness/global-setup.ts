import { fetchedPostgres } from '../../scripts/fetch-postgres.mjs'
import { findPostgres } from '../../scripts/find-postgres.mjs'
import { migratePostgres } from '../../src/server/db/migrate-postgres.ts'
import { createTestDatabase } from './create-test-database.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'

/**
 * One PostgreSQL for the whole run; the suites make their own databases on it. A server given by TEST_POSTGRES_URL is
 * used instead. Without any the PostgreSQL half is skipped, by name. The schema is made once, and the suites' databases
 * are copies of TEST_POSTGRES_TEMPLATE: to take its steps in each of a hundred databases cost three times as much.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const cluster = process.env.TEST_POSTGRES_URL ? undefined : await startOwnCluster()
  if (cluster) process.env.TEST_POSTGRES_URL = cluster.url
  if (!process.env.TEST_POSTGRES_URL) return undefined
  const template = await createTestDatabase()
  await migratePostgres(template.url)
  process.env.TEST_POSTGRES_TEMPLATE = template.name
  return async () => {
    await template.drop()
    if (cluster) delete process.env.TEST_POSTGRES_URL
    await cluster?.stop()
  }
}

async function startOwnCluster(): Promise<PostgresCluster | undefined> {
  const fetched = await fetchedPostgres()
  const postgres = await findPostgres(fetched ? [fetched] : [])
  return postgres && startPostgresCluster(postgres.bin)
}
