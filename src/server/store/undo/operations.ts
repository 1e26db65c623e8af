import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull, flag, msOrNull } from '../columns.ts'
import { updatesRow } from '../row-results.ts'
import { operationLease } from './operation-lease.ts'
import { operationList } from './operation-list.ts'
import { unfinishedOperations } from './unfinished-operations.ts'

export type OperationEntity = 'user' | 'license'

export interface NewOperation {
  /** UUID; used once. */
  readonly id: string
  readonly entity: OperationEntity
  readonly action: string
  readonly actor: string
  readonly total: number
  readonly canUndo: boolean
  readonly startedAt: Date
  /** Expiry of the lease; absent when the change is complete already. */
  readonly busyUntil?: Date
  /** What is needed to go on after a restart; absent when the change is complete already. */
  readonly resumption?: Resumption
}

interface Resumption {
  /** What was asked for, as JSON. */
  readonly asked: string
  /** Who asked, as JSON. */
  readonly askedBy: string
  /** The list of its rows, or for an import its file. */
  readonly listId?: string
  readonly fileId?: string
}

export interface Operation extends Omit<NewOperation, 'busyUntil' | 'resumption'> {
  readonly done: number
  readonly changed: number
  readonly finishedAt: Date | null
  /** When it ended early: by request, by an error, or because its rights were lost. */
  readonly stoppedAt: Date | null
  readonly undoneAt: Date | null
  /** Rows that an undo has restored so far. */
  readonly restored: number
}

/** Values of a row by column name, as they are stored. */
export type ColumnValues = Readonly<Record<string, string | number | null>>

export interface ChangedRow {
  readonly rowId: number
  readonly oldValues: ColumnValues
  readonly newValues: ColumnValues
}

const listLimit = 100

/** Not what was asked, which may hold ten thousand ids. */
const shownColumns = [
  'id',
  'entity',
  'action',
  'actor',
  'total',
  'done',
  'changed',
  'can_undo',
  'started_at',
  'finished_at',
  'stopped_at',
  'undone_at',
  'restored',
] as const

/** Operations, with the values that they replaced. Every call takes the application first. */
export function operationStore(db: Kysely<Tables>, engine: Database['engine']) {
  const own = (applicationId: number) => db.selectFrom('operations').where('application_id', '=', applicationId)
  return {
    ...operationLease(db),
    ...operationList(db),
    ...unfinishedOperations(db),
    /** False when the id exists: when the same operation is started twice, one wins. */
    begin: async (applicationId: number, operation: NewOperation): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('operations')
        .values({
          id: operation.id,
          application_id: applicationId,
          entity: operation.entity,
          action: operation.action,
          actor: operation.actor,
          total: operation.total,
          done: 0,
          changed: 0,
          can_undo: flag(operation.canUndo),
          started_at: operation.startedAt.getTime(),
          busy_until: msOrNull(operation.busyUntil ?? null),
          asked: operation.resumption?.asked ?? null,
          asked_by: operation.resumption?.askedBy ?? null,
          list_id: operation.resumption?.listId ?? null,
          file_id: operation.resumption?.fileId ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return Number(numInsertedOrUpdatedRows) > 0
    },
    /** Stores the undo snapshots of a batch, as one parameter: see `idsOf`. */
    saveUndoRows: async (operationId: string, rows: readonly ChangedRow[]): Promise<void> => {
      if (rows.length === 0) return
      const list = JSON.stringify(
        rows.map(({ rowId, oldValues, newValues }) => [rowId, JSON.stringify(oldValues), JSON.stringify(newValues)]),
      )
      const kept =
        engine === 'sqlite'
          ? sql`SELECT ${operationId}, value ->> 0, value ->> 1, value ->> 2 FROM json_each(${list})`
          : sql`SELECT ${operationId}, (value ->> 0)::bigint, value ->> 1, value ->> 2
              FROM json_array_elements(${list}::json) AS value`
      await sql`INSERT INTO operation_rows (operation_id, row_id, old_values, new_values) ${kept}`.execute(db)
    },
    /**
     * Counts rows, and notes the one that is begun and not done; false when the operation was stopped, and then nothing
     * more may be changed.
     */
    progress: (operationId: string, done: number, changed: number, begunId: number | null = null): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('operations')
          .set({ done: sql`done + ${done}`, changed: sql`changed + ${changed}`, begun_row: begunId })
          .where('id', '=', operationId)
          .where('stopped_at', 'is', null),
      ),
    finish: async (operationId: string, at: Date): Promise<void> => {
      await db.updateTable('operations').set({ finished_at: at.getTime() }).where('id', '=', operationId).execute()
    },
    find: async (applicationId: number, id: string): Promise<Operation | undefined> => {
      const row = await own(applicationId).select(shownColumns).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    /** Newest first. */
    list: async (applicationId: number): Promise<Operation[]> => {
      const rows = await own(applicationId)
        .select(shownColumns)
        .orderBy('started_at', 'desc')
        .limit(listLimit)
        .execute()
      return rows.map(fromRow)
    },
    /** Changes of one row that can still be undone, newest first. */
    undoableOf: async (applicationId: number, entity: OperationEntity, rowId: number) => {
      const rows = await own(applicationId)
        .innerJoin('operation_rows', 'operation_rows.operation_id', 'operations.id')
        .select(['operations.id', 'action', 'total', 'started_at'])
        .where('row_id', '=', rowId)
        .where('entity', '=', entity)
        .where('can_undo', '=', 1)
        .where('undone_at', 'is', null)
        .orderBy('started_at', 'desc')
        .limit(10)
        .execute()
      return rows.map(({ id, action, total, started_at }) => ({
        ...{ operationId: id, action, total },
        at: new Date(started_at),
      }))
    },
    /** Counts restored rows; false when the undo was stopped, and then nothing more may be restored. */
    addRestored: (id: string, restored: number): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('operations')
          .set({ restored: sql`restored + ${restored}` })
          .where('id', '=', id)
          .where('undo_asked_by', 'is not', null),
      ),
    markUndone: async (id: string, at: Date): Promise<void> => {
      await db
        .updateTable('operations')
        .set({ undone_at: at.getTime(), busy_until: null, undo_asked_by: null })
        .where('id', '=', id)
        .execute()
    },
    /** Undo snapshots in row id order. */
    readUndoRows: async (operationId: string, limit: number): Promise<ChangedRow[]> => {
      const rows = await db
        .selectFrom('operation_rows')
        .selectAll()
        .where('operation_id', '=', operationId)
        .orderBy('row_id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        rowId: row.row_id,
        oldValues: JSON.parse(row.old_values) as ColumnValues,
        newValues: JSON.parse(row.new_values) as ColumnValues,
      }))
    },
    /** Deletes the snapshots up to this row, which the undo has processed. */
    deleteUndoRows: async (operationId: string, lastRowId: number): Promise<void> => {
      await db
        .deleteFrom('operation_rows')
        .where('operation_id', '=', operationId)
        .where('row_id', '<=', lastRowId)
        .execute()
    },
    /**
     * Deletes operations that started before `cutoff`, snapshots first, at most `batch` rows; returns 0 when none is
     * left.
     */
    purge: async (cutoff: Date, batch: number): Promise<number> => {
      const old = db.selectFrom('operations').where('started_at', '<', cutoff.getTime())
      const kept = await db
        .deleteFrom('operation_rows')
        .where(
          sql<boolean>`(operation_id, row_id) in (${old
            .innerJoin('operation_rows', 'operation_rows.operation_id', 'operations.id')
            .select(['operation_id', 'row_id'])
            .limit(batch)})`,
        )
        .executeTakeFirst()
      if (kept.numDeletedRows > 0n) return Number(kept.numDeletedRows)
      const { numDeletedRows } = await db
        .deleteFrom('operations')
        .where('id', 'in', old.select('id').orderBy('started_at').limit(batch))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function fromRow(row: Pick<Selectable<Tables['operations']>, (typeof shownColumns)[number]>): Operation {
  return {
    id: row.id,
    entity: row.entity as OperationEntity,
    action: row.action,
    actor: row.actor,
    total: row.total,
    done: row.done,
    changed: row.changed,
    canUndo: row.can_undo === 1,
    startedAt: new Date(row.started_at),
    finishedAt: dateOrNull(row.finished_at),
    stoppedAt: dateOrNull(row.stopped_at),
    undoneAt: dateOrNull(row.undone_at),
    restored: row.restored,
  }
}
