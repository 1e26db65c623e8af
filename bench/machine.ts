import { cpus, release, type } from 'node:os'
import pg from 'pg'
import { fetchedPostgres } from '../scripts/fetch-postgres.mjs'
import { findPostgres } from '../scripts/find-postgres.mjs'
import { parentOf } from './cpu-time.ts'

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

/** Finds the parent of all database processes from any one of them. */
export async function serverPid(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return parentOf(rows[0]?.pid ?? 0)
  } finally {
    await client.end()
  }
}
