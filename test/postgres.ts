import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Whether this run has a PostgreSQL: `describe.skipIf(!hasPostgres)` names what is left out where there is none. */
export const hasPostgres = Boolean(process.env.TEST_POSTGRES_URL)

/** Makes an empty database of its own on the PostgreSQL of this run. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) throw new Error('There is no PostgreSQL in this run: guard the suite with hasPostgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  return { url: `${server}/${name}`, drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
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
