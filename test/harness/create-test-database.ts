import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Whether this run has a PostgreSQL: `describe.skipIf(!hasPostgres)` names what is left out where there is none. */
export const hasPostgres = Boolean(process.env.TEST_POSTGRES_URL)

export interface TestDatabase {
  readonly url: string
  readonly name: string
  drop(): Promise<void>
}

/** Makes a database of its own on the PostgreSQL of this run: an empty one, or a copy of the run's with the schema. */
export async function createTestDatabase({ isMigrated = false } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) throw new Error('There is no PostgreSQL in this run: guard the suite with hasPostgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = (isMigrated && process.env.TEST_POSTGRES_TEMPLATE) || 'template0'
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  return { url: `${server}/${name}`, name, drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function run(server: string, sql: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
