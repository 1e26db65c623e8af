import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { updatesRow } from '../row-results.ts'

/** A lease on an operation: a change and its undo, or two undos, never run at the same time. */
export function operationLease(db: Kysely<Tables>) {
  return {
    /**
     * Acquires the lease for an undo; false while another one holds it. A lease whose holder died or hangs expires. A
     * change that is not finished stays as it is: it isn't resumed any more.
     */
    acquireLease: (id: string, now: Date, until: Date, askedBy: string): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('operations')
          .set({
            busy_until: until.getTime(),
            undo_asked_by: askedBy,
            stopped_at: sql`case when finished_at is null then coalesce(stopped_at, ${now.getTime()}) else stopped_at end`,
          })
          .where('id', '=', id)
          .where('undone_at', 'is', null)
          .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', now.getTime())])),
      ),
    /** Renews the lease; false when it was lost, and then nothing more may be changed. */
    renewLease: (id: string, mine: Date, until: Date): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('operations')
          .set({ busy_until: until.getTime() })
          .where('id', '=', id)
          .where('busy_until', '=', mine.getTime()),
      ),
    /** Releases the lease at once. */
    releaseLease: async (id: string, mine: Date): Promise<void> => {
      await db
        .updateTable('operations')
        .set({ busy_until: null })
        .where('id', '=', id)
        .where('busy_until', '=', mine.getTime())
        .execute()
    },
    /** At startup, when no other server can hold a lease. */
    releaseAllLeases: async (): Promise<void> => {
      await db.updateTable('operations').set({ busy_until: null }).where('busy_until', 'is not', null).execute()
    },
  }
}
