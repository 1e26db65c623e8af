import type { Kysely, Selectable } from 'kysely'
import type { BackupPlace, BackupState } from '../../../shared/contract/system-backups.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull } from '../columns.ts'

/** A copy of the database in one place, or a run that made none. */
export interface BackupRow {
  readonly id: number
  readonly place: BackupPlace
  readonly name: string
  readonly state: BackupState
  readonly bytes: number | null
  readonly createdAt: Date
  readonly rehearsedAt: Date | null
  readonly error: string | null
  readonly mailedAt: Date | null
}

type NewBackup = Pick<BackupRow, 'place' | 'name' | 'state' | 'createdAt'> & { readonly bytes?: number }
type Change = Partial<Pick<BackupRow, 'state' | 'bytes' | 'rehearsedAt' | 'error' | 'mailedAt'>>

/** What is known of backups. The copies themselves are files; their rows follow them. */
export function backupStore(db: Kysely<Tables>) {
  return {
    /** All of them, the newest first: rotation keeps them few. */
    list: async (): Promise<BackupRow[]> => {
      const rows = await db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(maxRows).execute()
      return rows.map(fromRow).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    },

    insert: async ({ place, name, state, createdAt, bytes = 0 }: NewBackup): Promise<number> => {
      const { id } = await db
        .insertInto('backups')
        .values({ place, name, state, bytes: state === 'complete' ? bytes : null, created_at: createdAt.getTime() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    update: async (id: number, { state, bytes, error, rehearsedAt, mailedAt }: Change): Promise<void> => {
      await db
        .updateTable('backups')
        .set({
          ...(state !== undefined && { state }),
          ...(bytes !== undefined && { bytes }),
          ...(error !== undefined && { error }),
          ...(rehearsedAt && { rehearsed_at: rehearsedAt.getTime() }),
          ...(mailedAt && { mailed_at: mailedAt.getTime() }),
        })
        .where('id', '=', id)
        .execute()
    },

    remove: async (ids: readonly number[]): Promise<void> => {
      if (ids.length > 0) await db.deleteFrom('backups').where('id', 'in', ids).execute()
    },
  }
}

/** Far more than rotation leaves: 999 of each kind in each place at the very most. */
const maxRows = 10_000

function fromRow(row: Selectable<Tables['backups']>): BackupRow {
  return {
    id: row.id,
    place: row.place as BackupPlace,
    name: row.name,
    state: row.state as BackupState,
    bytes: row.bytes,
    createdAt: new Date(row.created_at),
    rehearsedAt: dateOrNull(row.rehearsed_at),
    error: row.error,
    mailedAt: dateOrNull(row.mailed_at),
  }
}
