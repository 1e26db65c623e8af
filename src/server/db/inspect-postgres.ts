import pg from 'pg'
import { StartError } from '../lib/start-error.ts'
import { postgresDialect } from './dialect.ts'
import { type Ask, type DatabaseFacts, type PostgresFacts, type ReadReplicaFacts, readFacts } from './inspect-facts.ts'
import { primaryOf } from './postgres-primary.ts'
import { unreachable } from './start-errors.ts'

/** Counting a large table takes its time; nobody waits behind it. */
const waitLong = "SET statement_timeout = '60s'"

/** Reads the facts of PostgreSQL at `directUrl`, of its replica, and whether `url` leads through a pooler. */
export async function inspectPostgres(url: string, directUrl: string, readUrl?: string): Promise<DatabaseFacts> {
  const isPooled = await withClient(url, leadsThroughPooler)
  return withPostgres(directUrl, async (ask) => {
    const [row] = await ask("SELECT current_setting('server_version') AS version")
    const facts = await readFacts(ask, postgresDialect, String(row?.version))
    const postgres = await readPostgres(ask, isPooled)
    if (readUrl === undefined) return { ...facts, postgres }
    return { ...facts, postgres: { ...postgres, readReplica: await readReplica(readUrl, await lastWord(ask)) } }
  })
}

/** Reads a PostgreSQL database that has Keywright's data. */
export function withPostgres<T>(url: string, read: (ask: Ask) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    const ask: Ask = async (sql) => (await client.query(sql)).rows
    await ask(waitLong)
    const [made] = await ask("SELECT to_regclass('migrations') IS NOT NULL AS yes")
    if (!made?.yes) throw new StartError('The database contains no Keywright data. Start the server once.')
    return read(ask)
  })
}

async function withClient<T>(
  url: string,
  look: (client: pg.Client) => Promise<T>,
  setting = 'DATABASE_URL',
): Promise<T> {
  const connectionString = await primaryOf(url)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw unreachable(connectionString, error, setting)
  })
  try {
    return await look(client)
  } finally {
    await client.end()
  }
}

/** A pooler makes up the process ID that it tells at the start of a connection. */
async function leadsThroughPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS id')
  return rows[0].id !== (client as pg.Client & { readonly processID: number }).processID
}

async function readPostgres(ask: Ask, isPooled: boolean): Promise<PostgresFacts> {
  const askedAtMs = Date.now()
  const [clock] = await ask('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms')
  const skewMs = (askedAtMs + Date.now()) / 2 - Number(clock?.ms)
  const [row] = await ask(`SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
    current_setting('synchronous_standby_names') AS standbys, pg_is_in_recovery() AS standby,
    current_setting('max_connections')::int AS max,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
    (SELECT count(*)::int FROM pg_stat_replication) AS replicas,
    (SELECT max(extract(epoch FROM replay_lag))::float8 FROM pg_stat_replication) AS lag,
    (SELECT greatest(reltuples, 0)::float8 FROM pg_class WHERE oid = to_regclass('app_users')) AS users,
    pg_size_bytes(current_setting('shared_buffers'))::float8 AS buffers,
    pg_size_bytes(current_setting('max_wal_size'))::float8 AS wal`)
  return {
    fsync: String(row?.fsync),
    synchronousCommit: String(row?.commit),
    synchronousStandbys: String(row?.standbys),
    isStandby: Boolean(row?.standby),
    connections: Number(row?.used),
    maxConnections: Number(row?.max),
    servers: await countServers(ask),
    replicas: Number(row?.replicas),
    replayLagSeconds: row?.lag == null ? null : Number(row.lag),
    skewMs,
    isPooled,
    behindSequences: await findBehindSequences(ask),
    users: Number(row?.users ?? 0),
    sharedBuffersBytes: Number(row?.buffers),
    maxWalSizeBytes: Number(row?.wal),
  }
}

/** When a server last wrote that it runs. */
async function lastWord(ask: Ask): Promise<number | null> {
  const [table] = await ask("SELECT to_regclass('nodes') IS NOT NULL AS yes")
  const [row] = table?.yes ? await ask('SELECT max(seen_at)::float8 AS ms FROM nodes') : []
  return row?.ms == null ? null : Number(row.ms)
}

/** `writtenMs`: the last word of a server on the primary, read before. */
async function readReplica(url: string, writtenMs: number | null): Promise<ReadReplicaFacts> {
  try {
    const read = async (client: pg.Client): Promise<ReadReplicaFacts> => {
      const ask: Ask = async (sql) => (await client.query(sql)).rows
      const [row] = await ask('SELECT NOT pg_is_in_recovery() AS is_primary')
      const thereMs = await lastWord(ask)
      const behindMs = writtenMs === null ? null : Math.max(0, writtenMs - (thereMs ?? 0))
      return { isPrimary: Boolean(row?.is_primary), behindMs }
    }
    return await withClient(url, read, 'DATABASE_READ_URL')
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error), isPrimary: false, behindMs: null }
  }
}

async function countServers(ask: Ask): Promise<number> {
  const [table] = await ask("SELECT to_regclass('nodes') IS NOT NULL AS yes")
  if (!table?.yes) return 0
  const [row] = await ask(`SELECT count(*)::int AS count FROM nodes
    WHERE seen_at >= (extract(epoch FROM clock_timestamp()) - 60) * 1000`)
  return Number(row?.count)
}

/** After data was loaded with its IDs, a sequence may give one that is taken. */
async function findBehindSequences(ask: Ask): Promise<string[]> {
  const columns =
    await ask(`SELECT quote_ident(table_name) AS "quotedTable", quote_ident(column_name) AS "quotedColumn",
    pg_get_serial_sequence(quote_ident(table_name), column_name) AS "quotedSequence"
    FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'`)
  const behind: string[] = []
  for (const { quotedTable, quotedColumn, quotedSequence } of columns) {
    if (quotedSequence === null) continue
    const [row] = await ask(`SELECT (SELECT max(${quotedColumn}) FROM ${quotedTable}) >
      (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM ${quotedSequence}) AS behind`)
    if (row?.behind) behind.push(String(quotedTable))
  }
  return behind
}
