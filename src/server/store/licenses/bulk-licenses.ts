import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { isOwnRow } from '../own-row.ts'
import type { BulkChange } from '../undo/bulk-rows.ts'
import { bulkRows, type ChangedBatch, countMatching, sampleRow } from '../undo/bulk-rows.ts'
import type { ColumnValues } from '../undo/operations.ts'
import { holdColumns } from './hold-license.ts'
import { fromRow, lookup } from './license-columns.ts'
import { type LicenseFilter, matchingLicenses } from './license-list.ts'

/** Rows by id, or all that match a filter. */
interface LicenseSelection {
  readonly ids?: readonly number[] | undefined
  readonly filter?: LicenseFilter | undefined
  readonly except?: readonly number[] | undefined
}

/** Columns that a bulk change may write and an undo may restore. */
const columns = [
  ...holdColumns,
  ...(['expires_at', 'description', 'description_key'] as const),
  ...(['preset_id', 'max_devices', 'max_sessions', 'grace_days', 'features'] as const),
]

/**
 * A license without an expiry starts with its first user, so one that has users must keep an expiry. One that is held
 * since, or whose order was refunded since, is stored as inactive: its switch is another one now.
 */
const restoreCondition = (old: ColumnValues) => {
  const isUnused = old.expires_at === null ? sql`current_users = 0` : sql`1 = 1`
  const isSwitch = 'is_active' in old && !('hold' in old)
  return sql<boolean>`(${isUnused} and ${isSwitch ? sql`hold is null and order_hold is null` : sql`1 = 1`})`
}

/** A preset that was deleted meanwhile is not restored. */
const restoredAs = ({ preset_id: presetId }: ColumnValues) =>
  typeof presetId === 'number'
    ? { preset_id: sql`(select id from license_presets where id = ${presetId})` }
    : ({} as Record<string, never>)

/** Bulk changes of licenses. Every call takes the application first. */
export function bulkLicenseStore(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine']) {
  const rows = bulkRows(db, engine, { table: 'licenses', columns, guardColumns: [], restoreCondition, restoredAs })
  const selected = (applicationId: number, { ids, filter = {}, except }: LicenseSelection) => {
    const keyLookup = filter.q === undefined ? undefined : lookup(secrets, filter.q)
    let query = matchingLicenses(db, applicationId, filter, keyLookup)
    if (ids) query = query.where(isOwnRow(engine, 'licenses', applicationId, ids))
    if (except && except.length > 0) query = query.where('licenses.id', 'not in', except)
    return query
  }
  const named = async (applicationId: number, ids: readonly number[], filter: LicenseFilter | undefined) => {
    const rows = await selected(applicationId, { ids, filter }).selectAll('licenses').execute()
    return rows.map((row) => ({ id: row.id, name: fromRow(row, secrets).licenseKey }))
  }
  return {
    named,
    lock: rows.lock,
    /** Ids of the selection in ascending order, in batches. */
    idsAfter: async (applicationId: number, selection: LicenseSelection, after: number, limit: number) => {
      const rows = await selected(applicationId, selection)
        .select('licenses.id')
        .where('licenses.id', '>', after)
        .orderBy('licenses.id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    /** How many rows the selection has, how many of them would change, and the first of those. */
    preview: async (applicationId: number, selection: LicenseSelection, change: BulkChange, sample: number) => {
      const counts = await selected(applicationId, selection).select(countMatching(change)).executeTakeFirstOrThrow()
      const first = await selected(applicationId, selection)
        .where(change.isFor)
        .selectAll('licenses')
        .limit(sample)
        .execute()
      const shown = first.map((row) => sampleRow(row.id, fromRow(row, secrets).licenseKey, row, change))
      const { total, changing, reviving } = counts
      return { total: Number(total), changing: Number(changing), reviving: Number(reviving), sample: shown }
    },
    /** Changes the licenses that still match; they stay locked until the transaction ends. */
    change: async (
      applicationId: number,
      ids: readonly number[],
      filter: LicenseFilter | undefined,
      change: BulkChange,
    ): Promise<ChangedBatch> => {
      await rows.lock(applicationId, ids)
      return rows.change(applicationId, await named(applicationId, ids, filter), change)
    },
    restore: rows.restore,
  }
}
