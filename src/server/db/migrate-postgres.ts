import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../lib/start-error.ts'
import type { DatabaseLog, Pooler } from './database.ts'
import { type Migration, postgresDialect } from './dialect.ts'
import {
  appliedSteps,
  type MigrationSession,
  migrate,
  refusePending,
  type Step,
  stepBegins,
  stepsFor,
} from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { mover, refuseBesideMove, serverName, withoutName } from './move-mark.ts'
import { unreachable } from './start-errors.ts'

/**
 * How long a step may wait for a table that others read: everybody who comes after it waits behind it. Then it is given
 * up, and tried again after a pause in which they go on.
 */
const lockWaitMs = 500
const lockPauseMs = 1_000
const lockNotAvailable = '55P03'

/** Advisory lock key: any number that other programs on the same database are unlikely to use. */
const lockKey = 7_359_214_801

const oldestVersion = 150_000

interface MigrateOptions {
  readonly log?: DatabaseLog | undefined
  readonly onEmpty?: (() => void) | undefined
  readonly list?: readonly Migration[]
  readonly pooler?: Pooler
  /** For a move that fills the database, beside which a server must not start. */
  readonly isMove?: boolean
  readonly keepsSchema?: boolean | undefined
}

/** Migrates a PostgreSQL database. When several servers start at once, one migrates and the others wait. */
export async function migratePostgres(
  connectionString: string,
  {
    log = () => {},
    onEmpty,
    list = migrations,
    pooler = 'none',
    isMove = false,
    keepsSchema = false,
  }: MigrateOptions = {},
): Promise<void> {
  // a connection of its own: a migration may take longer than the pool's statement timeout
  const name = isMove ? mover : serverName
  const options = { connectionString: withoutName(connectionString), application_name: name }
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw unreachable(connectionString, error)
  })
  try {
    if (pooler !== 'session') await refusePooler(client, pooler)
    await checkServer(client, log)
    if (!isMove) await refuseBesideMove(client)
    const isNew = await isEmpty(client)
    if (isNew) onEmpty?.()
    const [session, steps] = [createSession(client), stepsFor(postgresDialect, list)]
    if (keepsSchema) refusePending(isNew ? [] : await appliedSteps(session), steps)
    else await migrateWhenFree(session, steps, isNew ? () => {} : log)
  } finally {
    await client.end()
  }
}

/** Steps are tried until the tables that they change are free, which a long export or a dump keeps them from. */
async function migrateWhenFree(session: MigrationSession, steps: readonly Step[], log: DatabaseLog): Promise<void> {
  let begun = ''
  let waiting = ''
  for (;;) {
    try {
      return await migrate(session, postgresDialect, steps, (name) => {
        if (name !== begun) log(stepBegins(name))
        begun = name
      })
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
      if (begun !== waiting) log('It waits for a table that is in use, and is tried again until it is free.', 'warn')
      waiting = begun
      await sleep(lockPauseMs)
    }
  }
}

/**
 * A pooler makes up the process id that it tells at the start of a connection. One that nothing tells about would refuse
 * the server's connections later, or lose its named statements, while everything seems to work.
 */
async function refusePooler(client: pg.Client, pooler: Pooler): Promise<void> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS id')
  const { processID } = client as pg.Client & { readonly processID: number }
  if (rows[0].id === processID) return
  throw new StartError(
    pooler === 'none'
      ? 'DATABASE_URL leads through a connection pooler such as PgBouncer. Set DATABASE_POOLER to its pool mode, session or transaction; for transaction also DATABASE_DIRECT_URL, the address of PostgreSQL itself.'
      : 'DATABASE_DIRECT_URL leads through a connection pooler. It must be the address of PostgreSQL itself.',
  )
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('migrations') IS NULL AS empty")
  return rows[0].empty
}

async function checkServer(client: pg.Client, log: DatabaseLog): Promise<void> {
  const { rows } = await client.query(`SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS number, current_setting('synchronous_commit') AS commit`)
  const [{ version, number, commit }] = rows
  if (number < oldestVersion)
    throw new StartError(`PostgreSQL 15 or newer is needed; the server is version ${version}.`)
  if (commit === 'off') {
    log(
      'PostgreSQL runs with synchronous_commit=off: a crash of its machine can lose changes that were acknowledged.',
      'warn',
    )
  }
}

function createSession(client: pg.Client): MigrationSession {
  return {
    async begin() {
      await client.query('BEGIN')
      await client.query('SET LOCAL statement_timeout = 0')
      // for another server that migrates, without end
      await client.query('SET LOCAL lock_timeout = 0')
      await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
      await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`)
    },
    run: async (sql) => (await client.query(sql)).rows,
    async record({ name, checksum, readableFrom }) {
      const values = [name, checksum, Date.now()]
      await client.query('INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)', values)
      if (readableFrom === null) return
      await client.query('UPDATE migrations SET readable_from = $1 WHERE name = $2', [readableFrom, name])
    },
    commit: async () => void (await client.query('COMMIT')),
    // when the connection itself failed, the server has rolled back already
    rollback: async () => void (await client.query('ROLLBACK').catch(() => {})),
  }
}
