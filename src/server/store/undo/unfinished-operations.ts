import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { updatesRow } from '../row-results.ts'

/** Changes of rows that were there, imports, and undos. */
type UnfinishedKind = 'change' | 'import' | 'undo'

/** An operation that was begun and that no server works on. */
export interface UnfinishedOperation {
  readonly id: string
  readonly applicationId: number
  readonly actor: string
  /** What was asked for, as JSON; null: an undo of a change by an older server. */
  readonly asked: string | null
  /** Who asked, as JSON. */
  readonly askedBy: string
  readonly listId: string | null
  /** The stored file of an import. */
  readonly fileId: string | null
  readonly done: number
  /** The next row, where it is begun. */
  readonly begunId: number | null
  readonly total: number
  readonly startedAt: Date
}

type Operations = SelectQueryBuilder<Tables, 'operations', object>

/** Operations that a server left unfinished: it was killed, stopped, or lost its lease. */
export function unfinishedOperations(db: Kysely<Tables>) {
  const isFree = (query: Operations, now: Date) =>
    query
      .where('undone_at', 'is', null)
      .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', now.getTime())]))
  const begun = (now: Date) =>
    isFree(db.selectFrom('operations'), now)
      .where('finished_at', 'is', null)
      .where('stopped_at', 'is', null)
      .where('asked_by', 'is not', null)
      // a server of the previous release began to undo it
      .where('restored', '=', 0)
  const free = {
    change: (now: Date) => begun(now).where('list_id', 'is not', null),
    import: (now: Date) => begun(now).where('file_id', 'is not', null),
    undo: (now: Date) => isFree(db.selectFrom('operations'), now).where('undo_asked_by', 'is not', null),
  }
  return {
    /** Takes the lease of the oldest one of a kind; of several servers exactly one gets it. */
    claimUnfinished: async (kind: UnfinishedKind, now: Date, until: Date): Promise<UnfinishedOperation | undefined> => {
      const found = await free[kind](now).select('id').orderBy('started_at').limit(1).executeTakeFirst()
      if (!found) return undefined
      const row = await db
        .updateTable('operations')
        .set({ busy_until: until.getTime() })
        .where('id', 'in', free[kind](now).select('id').where('id', '=', found.id))
        // once more on the row itself: PostgreSQL checks it again after waiting for another server
        .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', now.getTime())]))
        .returningAll()
        .executeTakeFirst()
      if (!row) return undefined
      return {
        id: row.id,
        applicationId: row.application_id,
        actor: row.actor,
        asked: row.asked,
        askedBy: (kind === 'undo' ? row.undo_asked_by : row.asked_by) ?? '',
        listId: row.list_id,
        fileId: row.file_id,
        done: row.done,
        begunId: row.begun_row,
        total: row.total,
        startedAt: new Date(row.started_at),
      }
    },
    /** Stops a change that is not finished; it can still be undone. False when there is nothing to stop. */
    stop: (applicationId: number, id: string, at: Date): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('operations')
          .set({ stopped_at: at.getTime() })
          .where('application_id', '=', applicationId)
          .where('id', '=', id)
          .where('finished_at', 'is', null)
          .where('stopped_at', 'is', null)
          .where('undone_at', 'is', null),
      ),
    /** Stops an undo: it goes on only when it is requested again. False when none is under way. */
    stopUndo: (applicationId: number, id: string): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('operations')
          .set({ undo_asked_by: null })
          .where('application_id', '=', applicationId)
          .where('id', '=', id)
          .where('undo_asked_by', 'is not', null),
      ),
    /** Ends the holder's own work for good, whether a change or an undo: nobody goes on with it by itself. */
    giveUp: async (id: string, mine: Date, at: Date): Promise<void> => {
      await db
        .updateTable('operations')
        .set({
          stopped_at: sql`case when finished_at is null then coalesce(stopped_at, ${at.getTime()}) else stopped_at end`,
          undo_asked_by: null,
        })
        .where('id', '=', id)
        .where('busy_until', '=', mine.getTime())
        .execute()
    },
  }
}
