import { connect } from 'node:net'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { Unanswered } from './errors.ts'
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
 * Runs a statement on a connection, with mapped errors. After `waitMs` without an answer the statement is cancelled and
 * the connection closed: the server may be gone without closing it, and nothing else would end the wait.
 *
 * By callback, and with a timer of our own: both `client.query()` as a promise and pg's `query_timeout` make closures
 * that keep the result alive beyond the young generation, so that each result of some hundred rows is copied by every
 * minor garbage collection (pauses of 20 to 150 ms) until a major one.
 */
export function runStatement(client: pg.ClientBase, statement: Statement, waitMs: number): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => giveUp(client), Math.max(1, waitMs))
    void client.query({ ...statement }, (error, result) => {
      clearTimeout(deadline)
      if (error) reject(postgresError(error))
      else resolve(result)
    })
  })
}

/** What pg has and its types don't. */
type Connected = pg.ClientBase & {
  readonly connection: pg.Connection
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}

/** The statement in progress and those behind it fail with this error. */
function giveUp(client: pg.ClientBase): void {
  void cancelStatement(client)
  const { connection } = client as Connected
  connection.stream.destroy(new Unanswered('PostgreSQL did not answer in time.'))
}

const cancelCode = 80_877_102
const cancelWaitMs = 1_000

/**
 * Asks the server to end what it runs for a connection, on a connection of its own. Resolves when the server has heard
 * it, or can't hear it. Unlike `pg_cancel_backend` it needs no free connection, and reaches through a pooler.
 */
export async function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as Connected
  const request = Buffer.alloc(16)
  request.writeInt32BE(request.length, 0)
  request.writeInt32BE(cancelCode, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(cancelWaitMs, () => socket.destroy())
  socket.unref().resume().end(request)
  await finished(socket).catch(() => {})
}
