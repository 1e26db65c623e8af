import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { msOrNull } from '../columns.ts'
import { holdColumns } from '../licenses/hold-license.ts'
import { restorableUserColumns, userGuardColumns } from '../users/bulk-users.ts'
import { pickColumns } from './bulk-rows.ts'
import { columnsOfUserField } from './changed-fields.ts'
import { type ColumnValues, type NewOperation, operationStore } from './operations.ts'

/** The key of a snapshot's columns, which only this file can read. */
const columnValues = Symbol('column values')

/** A user before a change. Opaque: pass it to `saveUserChange`. */
export interface UserSnapshot {
  readonly [columnValues]: ColumnValues
}

interface UserChange {
  readonly before: UserSnapshot | undefined
  /** Fields that an undo restores if they have changed. */
  readonly fields: readonly ('hwidLock' | 'expiry')[]
  readonly action: string
  readonly actor: string
  readonly at: Date
}

/** A license before a change. Opaque: pass it to `saveLicenseHold`. */
interface LicenseSnapshot {
  readonly [columnValues]: ColumnValues
}

interface HoldChange {
  readonly licenseId: number
  readonly before: LicenseSnapshot | undefined
  readonly action: string
  readonly actor: string
  readonly at: Date
}

interface ExpiryChange {
  readonly licenseId: number
  readonly before: Date | null
  readonly after: Date | null
  readonly actor: string
  readonly at: Date
}

/**
 * Makes the change of a single row undoable, in the transaction of that change. Each `save…` returns the operation's
 * id, or undefined when nothing has changed.
 */
export function undoSnapshotStore(db: Kysely<Tables>, engine: Database['engine']) {
  const readUser = async (applicationId: number, userId: number): Promise<UserSnapshot | undefined> => {
    const values = await db
      .selectFrom('app_users')
      .select([...restorableUserColumns, ...userGuardColumns])
      .where('application_id', '=', applicationId)
      .where('id', '=', userId)
      .executeTakeFirst()
    return values && { [columnValues]: values }
  }
  const readLicense = async (applicationId: number, licenseId: number): Promise<LicenseSnapshot | undefined> => {
    const values = await db
      .selectFrom('licenses')
      .select([...holdColumns, 'expires_at'])
      .where('application_id', '=', applicationId)
      .where('id', '=', licenseId)
      .executeTakeFirst()
    return values && { [columnValues]: values }
  }
  return {
    /** Call these before the change. */
    readLicense,
    readUser,
    /**
     * Call it after the change. Also restores the ban when its reason was lost: banning again would not bring it back.
     */
    saveUserChange: async (applicationId: number, userId: number, change: UserChange): Promise<string | undefined> => {
      const { before, fields, action, actor, at } = change
      const after = await readUser(applicationId, userId)
      if (!before || !after) return undefined
      const [old, current] = [before[columnValues], after[columnValues]]
      const isReasonLost = old.ban_reason !== current.ban_reason
      const columns = [...fields, ...(isReasonLost ? (['ban'] as const) : [])].flatMap((f) => [
        ...columnsOfUserField[f],
      ])
      return saveSnapshot(applicationId, {
        entity: 'user',
        action,
        actor,
        rowId: userId,
        old: pickColumns(columns, old),
        current,
        guardColumns: userGuardColumns,
        at,
      })
    },
    /** A pause or a ban, or its end with the expiry that moved. */
    saveLicenseHold: async (applicationId: number, change: HoldChange): Promise<string | undefined> => {
      const { licenseId, before, action, actor, at } = change
      const after = await readLicense(applicationId, licenseId)
      if (!before || !after) return undefined
      return saveSnapshot(applicationId, {
        entity: 'license',
        action,
        actor,
        rowId: licenseId,
        old: before[columnValues],
        current: after[columnValues],
        guardColumns: [],
        at,
      })
    },
    saveLicenseExpiry: (applicationId: number, change: ExpiryChange): Promise<string | undefined> => {
      const { licenseId, before, after, actor, at } = change
      return saveSnapshot(applicationId, {
        entity: 'license',
        action: 'set_expiry',
        actor,
        rowId: licenseId,
        old: { expires_at: msOrNull(before) },
        current: { expires_at: msOrNull(after) },
        guardColumns: [],
        at,
      })
    },
  }

  async function saveSnapshot(applicationId: number, change: RowChange): Promise<string | undefined> {
    const { entity, action, actor, rowId, old, current, guardColumns, at } = change
    const columns = Object.keys(old).filter((column) => old[column] !== current[column])
    if (columns.length === 0) return undefined
    const operations = operationStore(db, engine)
    const id = uuidv7()
    await operations.begin(applicationId, { id, entity, action, actor, total: 1, canUndo: true, startedAt: at })
    const newValues = pickColumns([...columns, ...guardColumns], current)
    await operations.saveUndoRows(id, [{ rowId, oldValues: pickColumns(columns, old), newValues }])
    await operations.progress(id, 1, 1)
    await operations.finish(id, at)
    return id
  }
}

interface RowChange extends Pick<NewOperation, 'entity' | 'action' | 'actor'> {
  readonly rowId: number
  /** The columns that an undo restores, as they were. */
  readonly old: ColumnValues
  /** As they are now; it may hold more columns. */
  readonly current: ColumnValues
  /** Columns of `current` that must be unchanged for an undo. */
  readonly guardColumns: readonly string[]
  readonly at: Date
}
