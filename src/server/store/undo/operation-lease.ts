import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Whose turn it is to work on an operation: of a change and its undo, or two undos, one at a time. */
export function operationLease(db: Kysely<Tables>) {
  return {
    /**
     * Takes an operation to undo it; false while somebody else is at work on it. Who has died on it, or stands still, is
     * waited for until the time that it took.
     */
    acquireLease: async (id: string, now: Date, until: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('operations')
        .set({ busy_until: until.getTime() })
        .where('id', '=', id)
        .where('undone_at', 'is', null)
        .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', now.getTime())]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Takes it for longer; false when it is another's by now, and nothing more may be changed. */
    renewLease: async (id: string, mine: Date, until: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('operations')
        .set({ busy_until: until.getTime() })
        .where('id', '=', id)
        .where('busy_until', '=', mine.getTime())
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Lets the next one at it at once. */
    releaseLease: async (id: string, mine: Date): Promise<void> => {
      await db
        .updateTable('operations')
        .set({ busy_until: null })
        .where('id', '=', id)
        .where('busy_until', '=', mine.getTime())
        .execute()
    },
    /** When no other server can be at work on any. */
    releaseAllLeases: async (): Promise<void> => {
      await db.updateTable('operations').set({ busy_until: null }).where('busy_until', 'is not', null).execute()
    },
  }
}
