import { cpus, release, type } from 'node:os'
import { fetchedPostgres } from '../scripts/fetch-postgres.mjs'
import { findPostgres } from '../scripts/find-postgres.mjs'

/** The same PostgreSQL as the tests use; never fetched for a benchmark. */
export async function installedPostgres() {
  const fetched = await fetchedPostgres()
  return findPostgres(fetched ? [fetched] : [])
}

/** The machine in one line, without which a figure says little. */
export async function describeMachine(): Promise<string> {
  const processors = cpus()
  const postgres = await installedPostgres()
  return [
    `${processors.length} cores ${processors[0]?.model ?? 'unknown'}`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite}`,
    `PostgreSQL ${postgres?.version ?? 'none'}`,
  ].join(', ')
}
