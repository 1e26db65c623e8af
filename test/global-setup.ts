import { fetchedPostgres } from '../scripts/fetch-postgres.mjs'
import { findPostgres } from '../scripts/find-postgres.mjs'
import { startPostgresCluster } from './postgres-cluster.ts'

/**
 * One PostgreSQL for the whole run; the suites make their own databases on it. A server given by TEST_POSTGRES_URL is
 * used instead. Without any the PostgreSQL half is skipped, by name.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL) return undefined
  const fetched = await fetchedPostgres()
  const postgres = await findPostgres(fetched ? [fetched] : [])
  if (!postgres) return undefined
  const cluster = await startPostgresCluster(postgres.bin)
  process.env.TEST_POSTGRES_URL = cluster.url
  return async () => {
    delete process.env.TEST_POSTGRES_URL
    await cluster.stop()
  }
}
