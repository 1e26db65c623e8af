import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A change or an undo that was begun and that no server works on. */
export interface UnfinishedOperation {
  readonly id: string
  readonly applicationId: number
  readonly isUndo: boolean
  /** What was asked for, as JSON; null: an undo of a change by an older server. */
  readonly asked: string | null
  /** Who asked, as JSON. */
  readonly askedBy: string
  readonly listId: string | null
  readonly done: number
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
  const changes = (now: Date) =>
    isFree(db.selectFrom('operations'), now)
      .where('finished_at', 'is', null)
      .where('stopped_at', 'is', null)
      .where('list_id', 'is not', null)
      .where('asked_by', 'is not', null)
      // a server of the previous release began to undo it
      .where('restored', '=', 0)
  const undos = (now: Date) => isFree(db.selectFrom('operations'), now).where('undo_asked_by', 'is not', null)
  return {
    /** Takes the lease of the oldest one; of several servers exactly one gets it. */
    claimUnfinished: async (now: Date, until: Date): Promise<UnfinishedOperation | undefined> => {
      const undo = await undos(now).select('id').orderBy('started_at').limit(1).executeTakeFirst()
      const found = undo ?? (await changes(now).select('id').orderBy('started_at').limit(1).executeTakeFirst())
      if (!found) return undefined
      const free = (undo ? undos(now) : changes(now)).select('id').where('id', '=', found.id)
      const row = await db
        .updateTable('operations')
        .set({ busy_until: until.getTime() })
        .where('id', 'in', free)
        // once more on the row itself: PostgreSQL checks it again after waiting for another server
        .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', now.getTime())]))
        .returningAll()
        .executeTakeFirst()
      if (!row) return undefined
      return {
        id: row.id,
        applicationId: row.application_id,
        isUndo: undo !== undefined,
        asked: row.asked,
        askedBy: (undo ? row.undo_asked_by : row.asked_by) ?? '',
        listId: row.list_id,
        done: row.done,
        total: row.total,
        startedAt: new Date(row.started_at),
      }
    },
    /** Stops a change that is not finished; it can still be undone. False when there is nothing to stop. */
    stop: async (applicationId: number, id: string, at: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('operations')
        .set({ stopped_at: at.getTime() })
        .where('application_id', '=', applicationId)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .where('stopped_at', 'is', null)
        .where('undone_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
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
