import type { Kysely, Selectable } from 'kysely'
import type { Features } from '../../../shared/contract/features.ts'
import type { validityStarts } from '../../../shared/contract/licenses.ts'
import { type Database, isUniqueViolation } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { dateOrNull, defined, type Patch } from '../columns.ts'
import { featuresOf, featuresText } from '../features-column.ts'
import { ownRow } from '../own-row.ts'
import { countRows, deletesRow, updatesRow } from '../row-results.ts'

/** What a preset gives the licenses that are made from it. */
interface PresetValues {
  readonly maxUsers: number
  readonly validityDays: number
  readonly validityStart: (typeof validityStarts)[number]
  /** Devices of each user of a license; null: as the application. */
  readonly maxDevices: number | null
  /** Live sessions of all users of a license together; null: no limit. */
  readonly maxSessions: number | null
  /** Days of access after the expiry of a license; null: as the application. */
  readonly graceDays: number | null
  /** null: keys in the format of single licenses. */
  readonly mask: string | null
  readonly features: Features
}

export interface NewPreset extends PresetValues {
  readonly name: string
}

export interface LicensePreset extends NewPreset {
  readonly id: number
  readonly createdAt: Date
  readonly archivedAt: Date | null
}

/** `isArchived: false` offers an archived one again. */
export type PresetChange = Patch<NewPreset & { readonly isArchived: false }>

/** A preset that is not archived has this name, in any spelling. */
export class PresetNameTaken extends Error {
  override readonly name = 'PresetNameTaken'
}

/** Presets of licenses. Every call takes the application first: another application's preset counts as missing. */
export function licensePresetStore(db: Kysely<Tables>, engine: Database['engine']) {
  const offered = (applicationId: number) =>
    db.selectFrom('license_presets').where('application_id', '=', applicationId).where('archived_at', 'is', null)
  return {
    /** Those that are offered for new licenses, by name. */
    list: async (applicationId: number, limit: number): Promise<LicensePreset[]> => {
      const rows = await offered(applicationId).selectAll().orderBy('name_key').limit(limit).execute()
      return rows.map(fromRow)
    },
    /** The last archived first. */
    listArchived: async (applicationId: number, limit: number): Promise<LicensePreset[]> => {
      const rows = await db
        .selectFrom('license_presets')
        .selectAll()
        .where('application_id', '=', applicationId)
        .where('archived_at', 'is not', null)
        .orderBy('archived_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
    /** How many are offered. For a limit, lock the application first. */
    count: async (applicationId: number): Promise<number> => {
      const row = await offered(applicationId)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    find: async (applicationId: number, presetId: number): Promise<LicensePreset | undefined> => {
      const all = db.selectFrom('license_presets').selectAll()
      const row = await ownRow(all, applicationId, presetId).executeTakeFirst()
      return row && fromRow(row)
    },
    /** Finds it, and keeps it from being deleted until the transaction ends. */
    hold: async (applicationId: number, presetId: number): Promise<LicensePreset | undefined> => {
      const all = ownRow(db.selectFrom('license_presets').selectAll(), applicationId, presetId)
      // SQLite transactions are serialized already.
      const row = await (engine === 'postgres' ? all.forKeyShare() : all).executeTakeFirst()
      return row && fromRow(row)
    },
    /** The same, and no license gets it before the transaction ends. */
    lock: async (applicationId: number, presetId: number): Promise<LicensePreset | undefined> => {
      const all = ownRow(db.selectFrom('license_presets').selectAll(), applicationId, presetId)
      const row = await (engine === 'postgres' ? all.forUpdate() : all).executeTakeFirst()
      return row && fromRow(row)
    },
    /** How many licenses have it, at most `most`. */
    countLicenses: (presetId: number, most: number): Promise<number> => {
      const some = db.selectFrom('licenses').select('id').where('preset_id', '=', presetId).limit(most)
      return countRows(db.selectFrom(some.as('counted')))
    },
    /** @throws PresetNameTaken */
    insert: async (applicationId: number, preset: NewPreset, now: Date): Promise<LicensePreset> => {
      const row = await db
        .insertInto('license_presets')
        .values({
          application_id: applicationId,
          name: preset.name,
          name_key: canonical(preset.name),
          max_users: preset.maxUsers,
          validity_days: preset.validityDays,
          validity_start: preset.validityStart,
          max_devices: preset.maxDevices,
          max_sessions: preset.maxSessions,
          grace_days: preset.graceDays,
          mask: preset.mask,
          features: featuresText(preset.features),
          created_at: now.getTime(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new PresetNameTaken()
      return fromRow(row)
    },
    /**
     * The changed preset; undefined when there is none.
     * @throws PresetNameTaken
     */
    update: async (
      applicationId: number,
      presetId: number,
      change: PresetChange,
    ): Promise<LicensePreset | undefined> => {
      // sets something even when nothing is named
      const columns = { application_id: applicationId, ...toChangedColumns(change) }
      try {
        const changed = db.updateTable('license_presets').set(columns)
        const row = await ownRow(changed, applicationId, presetId).returningAll().executeTakeFirst()
        return row && fromRow(row)
      } catch (error) {
        throw isUniqueViolation(error) ? new PresetNameTaken() : error
      }
    },
    /** Deletes one that no license has and no shop sells, after it was locked. */
    remove: (applicationId: number, presetId: number): Promise<boolean> =>
      deletesRow(
        ownRow(db.deleteFrom('license_presets'), applicationId, presetId)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('licenses').select('licenses.id').where('licenses.preset_id', '=', presetId))),
          )
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('shop_products').select('shop_products.id').where('preset_id', '=', presetId))),
          ),
      ),
    /** False when there is none, or when it is archived already. */
    archive: (applicationId: number, presetId: number, now: Date): Promise<boolean> =>
      updatesRow(
        ownRow(db.updateTable('license_presets').set({ archived_at: now.getTime() }), applicationId, presetId).where(
          'archived_at',
          'is',
          null,
        ),
      ),
  }
}

function toChangedColumns(change: PresetChange) {
  const { name, features } = change
  return defined({
    name,
    name_key: name === undefined ? undefined : canonical(name),
    max_users: change.maxUsers,
    validity_days: change.validityDays,
    validity_start: change.validityStart,
    max_devices: change.maxDevices,
    max_sessions: change.maxSessions,
    grace_days: change.graceDays,
    mask: change.mask,
    features: features === undefined ? undefined : featuresText(features),
    archived_at: change.isArchived === false ? null : undefined,
  })
}

function fromRow(row: Selectable<Tables['license_presets']>): LicensePreset {
  return {
    id: row.id,
    name: row.name,
    maxUsers: row.max_users,
    validityDays: row.validity_days,
    validityStart: row.validity_start as PresetValues['validityStart'],
    maxDevices: row.max_devices,
    maxSessions: row.max_sessions,
    graceDays: row.grace_days,
    mask: row.mask,
    features: featuresOf(row.features),
    createdAt: new Date(row.created_at),
    archivedAt: dateOrNull(row.archived_at),
  }
}
