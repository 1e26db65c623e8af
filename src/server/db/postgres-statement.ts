import type pg from 'pg'
import { postgresError } from './postgres-errors.ts'

export interface Statement {
  readonly text: string
  readonly values?: unknown[]
  /** With a name each connection prepares the statement once. */
  readonly name?: string
  /** Rows as arrays in column order. */
  readonly rowMode?: 'array'
}

/**
 * Runs a statement on a connection, with mapped errors. After `deadlineMs` without an answer the connection is closed,
 * since the server may be gone without closing it, and nothing else would end the wait.
 *
 * By callback, and with a timer of our own: both `client.query()` as a promise and pg's `query_timeout` make closures
 * that keep the result alive beyond the young generation, so that each result of some hundred rows is copied by every
 * minor garbage collection (pauses of 20 to 150 ms) until a major one.
 */
export function runStatement(client: pg.ClientBase, statement: Statement, deadlineMs: number): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => closeAtOnce(client), deadlineMs)
    void client.query({ ...statement }, (error, result) => {
      clearTimeout(deadline)
      if (error) reject(postgresError(error))
      else resolve(result)
    })
  })
}

/** A connection of the pool, with mapped errors. */
export function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client) resolve(client)
      else reject(postgresError(error))
    })
  })
}

/** Runs a statement on any connection of the pool. */
export async function runOnPool(pool: pg.Pool, statement: Statement, deadlineMs: number): Promise<pg.QueryResult> {
  const client = await connectTo(pool)
  try {
    return await runStatement(client, statement, deadlineMs)
  } finally {
    client.release()
  }
}

/** The statement in progress and those behind it fail with this error. */
function closeAtOnce(client: pg.ClientBase): void {
  // pg has it, its types don't
  const { connection } = client as pg.ClientBase & { readonly connection: pg.Connection }
  connection.stream.destroy(new Error('the server did not answer in time'))
}
