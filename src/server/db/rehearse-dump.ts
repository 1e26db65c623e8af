import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { StartError } from '../lib/start-error.ts'
import type { SealedKey } from './backup.ts'
import { tablesInWords } from './compare-databases.ts'
import { postgresDialect } from './dialect.ts'
import { appliedSteps, pendingSteps, stepsFor } from './migrate.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { migrations } from './migrations/index.ts'
import { quoted } from './move/moved-tables.ts'
import { primaryOf } from './postgres-primary.ts'
import { unreachable } from './start-errors.ts'

/** What a dump holds, found by restoring it. */
export interface RehearsedDump {
  readonly masterKeyId: string
  /** The newest step of its schema. */
  readonly schema: string
  /** The number of rows by table, with the partitions of a table in it. */
  readonly rows: Readonly<Record<string, number>>
  /** Those that say most about an installation, in words. */
  readonly counts: readonly { readonly what: string; readonly count: number }[]
  /** When its newest change in the dashboard was made; undefined where there is none. */
  readonly newestChange: Date | undefined
  /** One API key for the caller to open; undefined where there is no application. */
  readonly key: SealedKey | undefined
}

/**
 * Restores a dump of `pg_dump -Fc` into a database of its own on the server of `databaseUrl`, counts its rows, runs the
 * steps of the schema that it lacks, and removes that database again. The one of `databaseUrl` is not touched.
 */
export async function rehearseDump(databaseUrl: string, file: string): Promise<RehearsedDump> {
  const url = await primaryOf(databaseUrl)
  const name = `keywright_rehearsal_${randomBytes(16).toString('hex')}`
  return withClient(url, async (client) => {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0`).catch((error: unknown) => {
      throw new Error(`No database for the rehearsal can be made (${reasonOf(error)}). ${makeRemedy}`, { cause: error })
    })
    try {
      await restoreDump(client, url, name, file)
      const scratch = withDatabase(url, name)
      const found = await withClient(scratch, readDump)
      await migratePostgres(scratch)
      return found
    } finally {
      await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`)
    }
  })
}

const makeRemedy = 'Let DATABASE_URL name a user with CREATEDB, on this or on another PostgreSQL.'

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw unreachable(connectionString, error)
  })
  try {
    // a large table is counted for as long as it takes
    await client.query('SET statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** By variables, since other users of the machine see the arguments of a program. */
async function restoreDump(client: pg.Client, url: string, name: string, file: string): Promise<void> {
  const { host, port, user = '', password } = client
  const sslMode = new URL(url).searchParams.get('sslmode')
  const env = {
    ...process.env,
    ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: name },
    ...(password && { PGPASSWORD: password }),
    ...(sslMode !== null && { PGSSLMODE: sslMode }),
  }
  const words = ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${name}`, file]
  const child = spawn('pg_restore', words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new StartError('pg_restore was not found. Install the programs of PostgreSQL, in its version or a newer one.')
  })
  if (code !== 0) throw new Error(`${file} cannot be restored. pg_restore said: ${said.trim().split('\n')[0]}`)
}

async function readDump(client: pg.Client): Promise<RehearsedDump> {
  const ask = async (sql: string) => (await client.query(sql)).rows
  const [made] = await ask("SELECT to_regclass('migrations') IS NOT NULL AS yes")
  if (!made.yes) throw new Error('The dump can be restored, but it is not one of a Keywright database.')
  const applied = await appliedSteps({ run: ask })
  pendingSteps(applied, stepsFor(postgresDialect, migrations))
  const tables = await ask(`SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`)
  const rows: Record<string, number> = {}
  for (const { name } of tables) {
    const [{ count }] = await ask(`SELECT count(*) AS count FROM ${quoted(name)}`)
    rows[name] = Number(count)
  }
  const [installation] = await ask("SELECT value FROM installation WHERE name = 'master_key_id'")
  const [change] = await ask('SELECT max(created_at) AS at FROM audit')
  const [key] = await ask('SELECT application_id, key_sealed FROM api_keys LIMIT 1')
  return {
    masterKeyId: String(installation?.value ?? ''),
    schema: String(applied.at(-1)?.name ?? ''),
    rows,
    counts: Object.entries(tablesInWords).map(([table, what]) => ({ what, count: rows[table] ?? 0 })),
    newestChange: change.at === null ? undefined : new Date(Number(change.at)),
    key: key && { applicationId: Number(key.application_id), sealed: String(key.key_sealed) },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
