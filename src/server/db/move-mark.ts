import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { StartError } from '../lib/start-error.ts'
import { runStatement } from './postgres-statement.ts'

/** Where a move stands: a table of its target until it has ended. Servers refuse to start beside it. */
export const progressTable = 'move_progress'

/** By these names PostgreSQL shows who is connected. */
export const serverName = 'keywright'
export const mover = 'keywright move'

/** The address without a name of the operator's own, which would come before these: a move looks for them. */
export function withoutName(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('application_name')
  return url.href
}

/** What a move must know of a PostgreSQL database, and a server of a move. */
interface MoveState {
  /** A move that has not ended fills it. */
  readonly isTarget: boolean
  readonly tables: number
  /** Connections of servers. */
  readonly servers: number
  /** Connections of moves, without the asking one. */
  readonly otherMoves: number
}

const stateSql = `SELECT to_regclass('${progressTable}') IS NOT NULL AS target,
  (SELECT count(*)::int FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p'))
    AS tables,
  (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${serverName}')
    AS servers,
  (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${mover}'
    AND pid <> pg_backend_pid()) AS moves`

const stateWaitMs = 5_000

export async function moveState(client: pg.ClientBase): Promise<MoveState> {
  const { rows } = await runStatement(client, { text: stateSql }, stateWaitMs)
  const [{ target: isTarget, tables, servers, moves: otherMoves }] = rows
  return { isTarget, tables, servers, otherMoves }
}

const unfinished =
  'The database is the target of a move that has not ended, so it is not complete. Run the same move again: it goes on. ' +
  'To give it up, delete what it has copied, and start the server on the database before it.'

/** A server must not change a database that a move fills or reads. */
export async function refuseBesideMove(client: pg.ClientBase): Promise<void> {
  const { isTarget, otherMoves } = await moveState(client)
  if (isTarget) throw new StartError(unfinished)
  if (otherMoves > 0) {
    throw new StartError(
      'A move reads the database now. Wait until it has ended, then start on the database it filled.',
    )
  }
}

/** The same of the embedded database, where the data folder's lock keeps a server away from a running move. */
export function refuseMoveTarget(db: DatabaseSync): void {
  const row = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(progressTable)
  if (row !== undefined) throw new StartError(unfinished)
}
