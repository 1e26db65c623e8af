import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Ids per stored part: some kilobytes, which each slice of the operation reads. */
export const idsPerPart = 1000

/** The digits of a time in a list's id, so that old lists can be found by it. */
const timeDigits = 15
export const timeText = (at: Date) => String(at.getTime()).padStart(timeDigits, '0')

/** A new list of rows. */
export const newListId = (at: Date) => `${timeText(at)}-${randomUUID()}`

/**
 * The rows of an operation, fixed when it starts: an operation that goes on after a restart changes the same ones,
 * whichever match by then. Position in the list is the operation's `done`.
 */
export function operationList(db: Kysely<Tables>) {
  return {
    /** Stores the ids from `position` on, which is a multiple of `idsPerPart`. */
    saveIds: async (listId: string, position: number, ids: readonly number[]): Promise<void> => {
      for (let start = 0; start < ids.length; start += idsPerPart) {
        const number = (position + start) / idsPerPart
        const rowIds = JSON.stringify(ids.slice(start, start + idsPerPart))
        await db.insertInto('operation_parts').values({ list_id: listId, number, row_ids: rowIds }).execute()
      }
    },
    /** At most `limit` ids from `position` on; fewer at the end of a part. */
    idsFrom: async (listId: string, position: number, limit: number): Promise<number[]> => {
      const row = await db
        .selectFrom('operation_parts')
        .select('row_ids')
        .where('list_id', '=', listId)
        .where('number', '=', Math.floor(position / idsPerPart))
        .executeTakeFirstOrThrow()
      const start = position % idsPerPart
      return (JSON.parse(row.row_ids) as number[]).slice(start, start + limit)
    },
    /** Deletes the parts before `position`. */
    dropIdsBefore: async (listId: string, position: number): Promise<void> => {
      await db
        .deleteFrom('operation_parts')
        .where('list_id', '=', listId)
        .where('number', '<', Math.floor(position / idsPerPart))
        .execute()
    },
    /** Deletes the lists made before `cutoff`, at most `batch` parts; returns how many. */
    purgeLists: async (cutoff: Date, batch: number): Promise<number> => {
      const old = db.selectFrom('operation_parts').select(['list_id', 'number'])
      const parts = await old.where('list_id', '<', timeText(cutoff)).orderBy('list_id').limit(batch).execute()
      for (const { list_id, number } of parts) {
        await db.deleteFrom('operation_parts').where('list_id', '=', list_id).where('number', '=', number).execute()
      }
      return parts.length
    },
  }
}
