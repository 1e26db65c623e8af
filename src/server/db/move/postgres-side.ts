import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Row } from '../database.ts'
import { migratePostgres } from '../migrate-postgres.ts'
import { mover, moveState, withoutName } from '../move-mark.ts'
import { getTypeParser } from '../postgres-pool.ts'
import { primaryOf } from '../postgres-primary.ts'
import { runStatement } from '../postgres-statement.ts'
import { unreachable } from '../start-errors.ts'
import { copyIn } from './copy-in.ts'
import { type MovedValue, type MoveSide, type MoveTarget, rangeRows } from './move-side.ts'
import { quoted, quotedList, rowsInOrder } from './moved-tables.ts'
import { schemaOf, setAside } from './postgres-schema.ts'

/** An index of millions of rows takes minutes; nobody waits for this connection but the command. */
const statementMs = 24 * 3_600_000

/** How long the connection of a killed move may take to notice. */
const earlierMoveMs = 30_000

/** Opens a database for one consistent read of all. PostgreSQL itself refuses changes on this connection. */
export async function openPostgresSource(databaseUrl: string, setting: string): Promise<MoveSide> {
  const url = await primaryOf(databaseUrl)
  const client = await connect(url, setting)
  return refusingOthers(client, async () => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return sideOf(client, placeOf(url), true)
  })
}

/** Opens an empty database, or one that this move has begun to fill. */
export async function openPostgresTarget(databaseUrl: string, setting: string): Promise<MoveTarget> {
  const url = await primaryOf(databaseUrl)
  const client = await connect(url, setting)
  return refusingOthers(client, async () => {
    const name = placeOf(url)
    const { isTarget, tables } = await moveState(client)
    if (!isTarget && tables > 0) {
      throw new Error(`The database is not empty: ${name} has ${tables} tables. Name an empty one.`)
    }
    return targetOf(sideOf(client, name, false), client, url, isTarget)
  })
}

async function connect(url: string, setting: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: withoutName(url),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: mover,
    types: { getTypeParser },
  })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw unreachable(url, error, setting)
  })
  return client
}

/** Servers and other moves are looked for after this connection is open: one that starts later sees it. */
async function refusingOthers<T>(client: pg.Client, open: () => Promise<T>): Promise<T> {
  try {
    await client.query("SET statement_timeout = 0; SET default_transaction_isolation = 'read committed'")
    // Where the system can't tell a closed connection, a statement of a killed move goes on to its end.
    await client.query("SET client_connection_check_interval = '1s'").catch(() => {})
    const untilMs = performance.now() + earlierMoveMs
    for (;;) {
      const { servers, otherMoves } = await moveState(client)
      if (servers > 0) {
        throw new Error(
          `A Keywright server is connected to the database ${client.database}. Stop every server on it first; a pooler keeps their connections for some minutes.`,
        )
      }
      if (otherMoves === 0) break
      if (performance.now() > untilMs) throw new Error(`Another move uses the database ${client.database}.`)
      await sleep(200)
    }
    return await open()
  } catch (error) {
    await client.end()
    throw error
  }
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}

function sideOf(client: pg.Client, name: string, isInTransaction: boolean): MoveSide {
  const run = (text: string, values: readonly MovedValue[] = []) =>
    runStatement(client, { text: text.replaceAll(/\?(\d+)/g, '$$$1'), values: [...values] }, statementMs)
  const query = async (text: string, values?: readonly MovedValue[]) => (await run(text, values)).rows as Row[]
  const fetchRange = async () => {
    const { rows } = await runStatement(
      client,
      { text: `FETCH FORWARD ${rangeRows} FROM moved`, rowMode: 'array' },
      statementMs,
    )
    return rows as MovedValue[][]
  }
  return {
    engine: 'postgres',
    name,
    schema: () => schemaOf(query),
    query,
    async *ranges(table, after = []) {
      const select = rowsInOrder(table, 'postgres', after.length > 0)
      // A cursor takes no parameters.
      const bound = select.replaceAll(/\?(\d+)/g, (_, place) => literal(after[Number(place) - 1] ?? null))
      if (!isInTransaction) await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      // All of the rows are read: without this, PostgreSQL plans for the first tenth.
      await run('SET LOCAL cursor_tuple_fraction = 1')
      await runStatement(client, { text: `DECLARE moved NO SCROLL CURSOR FOR ${bound}` }, statementMs)
      for (let rows = await fetchRange(); rows.length > 0; rows = await fetchRange()) yield rows
      await run('CLOSE moved')
      if (!isInTransaction) await run('COMMIT')
    },
    close: () => client.end(),
  }
}

const literal = (value: MovedValue) => (typeof value === 'string' ? pg.escapeLiteral(value) : String(value))

function targetOf(side: MoveSide, client: pg.Client, url: string, isResumed: boolean): MoveTarget {
  return {
    ...side,
    isResumed,
    migrate: () => migratePostgres(url, { isMove: true }),
    async transaction(work) {
      await side.query('BEGIN')
      try {
        const result = await work()
        await side.query('COMMIT')
        return result
      } catch (error) {
        await side.query('ROLLBACK').catch(() => {})
        throw error
      }
    },
    insert: ({ name, columns }, rows) =>
      copyIn(client, `COPY ${quoted(name)} (${quotedList(columns)}) FROM STDIN`, rows),
    setAside: () => setAside(side.query),
    // Each reference was put back, which PostgreSQL checks.
    brokenReferences: async () => [],
    async raiseIds(ids) {
      const schema = await side.schema()
      for (const [table, id] of ids) {
        const column = schema.get(table)?.idColumn ?? ''
        const given = id > 0 ? 1 : 0
        await side.query('SELECT setval(pg_get_serial_sequence(?1, ?2), ?3, ?4 = 1)', [
          table,
          column,
          Math.max(id, 1),
          given,
        ])
      }
    },
    async analyze() {
      await side.query('ANALYZE')
    },
  }
}
