import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { type Database, giveWay } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { slicesOf } from '../../lib/slices.ts'
import { dayMs } from '../columns.ts'
import type { Position, Slice } from '../keyset-pagination.ts'
import { addToCount, ownRow } from '../own-row.ts'
import { holdLicense, notHeld } from './hold-license.ts'
import {
  fromRow,
  type License,
  type LicenseChange,
  lookup,
  type NewLicense,
  notSpent,
  toChangedColumns,
  toColumns,
} from './license-columns.ts'
import type { LicenseFilter, LicenseSort } from './license-list.ts'
import { countLicenses, readLicenses } from './license-pages.ts'
import { holdByOrder, type OrderHold } from './order-hold.ts'
import { claimSeat } from './seats.ts'

export type { License, LicenseChange, NewLicense } from './license-columns.ts'
export type { LicenseFilter, LicenseSort } from './license-list.ts'

/** Another license of the application has this key, ignoring case. */
export class LicenseKeyTaken extends Error {
  override readonly name = 'LicenseKeyTaken'
}

/** The license has more users than the new maximum. */
export class LicenseBelowUsers extends Error {
  override readonly name = 'LicenseBelowUsers'
}

/** A random key of this length cannot be guessed. */
const longKeyBytes = 12

/** Licenses whose keys are measured at once. */
const mostLookedAt = 100_000

/** A millisecond or two of encryption, and far below the limit of bound values of either engine. */
export const licensesPerInsert = 50

/** Licenses with their encrypted keys, ready to be inserted: in a transaction that would hold the database. */
export interface PreparedLicenses {
  readonly insert: CompiledQuery<Pick<License, 'id'> & { readonly key_lookup: string }>
  readonly count: number
  readonly byLookup: ReadonlyMap<string, NewLicense>
}

/** Licenses. Every call takes the application first: another application's license counts as missing. */
export function licenseStore(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine']) {
  // what is sealed is as long as its text
  const sealedLength = (bytes: number) => secrets.seal('', 'x'.repeat(bytes)).length
  const find = async (applicationId: number, licenseId: number): Promise<License | undefined> => {
    const row = await ownRow(db.selectFrom('licenses').selectAll(), applicationId, licenseId).executeTakeFirst()
    return row && fromRow(row, secrets)
  }
  const prepare = (applicationId: number, licenses: readonly NewLicense[]): PreparedLicenses => {
    const prepared = licenses.map((license) => ({ license, row: toColumns(applicationId, license, secrets) }))
    // only compiled here, also where nothing may be written
    const insert = db
      .withoutPlugins()
      .insertInto('licenses')
      .values(prepared.map(({ row }) => row))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'key_lookup'])
      .compile()
    const byLookup = new Map(prepared.map(({ license, row }) => [row.key_lookup, license]))
    return { insert, count: licenses.length, byLookup }
  }
  const insertPrepared = async (applicationId: number, parts: readonly PreparedLicenses[]): Promise<License[]> => {
    const made: License[] = []
    for (const [index, { insert, count, byLookup }] of parts.entries()) {
      if (index > 0) await giveWay()
      const { rows } = await db.executeQuery(insert)
      if (rows.length < count) throw new LicenseKeyTaken()
      for (const { id, key_lookup } of rows) {
        const license = byLookup.get(key_lookup)
        if (!license) continue
        const { features = {}, presetId = null, maxDevices = null, maxSessions = null, graceDays = null } = license
        made.push({
          ...notHeld,
          ...notSpent,
          orderHold: null,
          ...license,
          id,
          currentUsers: 0,
          features,
          presetId,
          maxDevices,
          maxSessions,
          graceDays,
        })
      }
    }
    await addToCount(db, 'license_count', applicationId, made.length)
    return made.sort((a, b) => a.id - b.id)
  }
  return {
    find,
    /** Locks and reads the license until the transaction ends. */
    lock: async (applicationId: number, licenseId: number): Promise<License | undefined> => {
      const same = db.updateTable('licenses').set((eb) => ({ created_at: eb.ref('created_at') }))
      const row = await ownRow(same, applicationId, licenseId).returningAll().executeTakeFirst()
      return row && fromRow(row, secrets)
    },
    findByKey: async (applicationId: number, key: string): Promise<License | undefined> => {
      const row = await db
        .selectFrom('licenses')
        .selectAll()
        .where('application_id', '=', applicationId)
        .where('key_lookup', '=', lookup(secrets, key))
        .executeTakeFirst()
      return row && fromRow(row, secrets)
    },
    /** The licenses of these applications with this whole key or ID. */
    findIn: async (
      applicationIds: readonly number[],
      keyOrId: string,
    ): Promise<(License & { readonly applicationId: number })[]> => {
      if (applicationIds.length === 0) return []
      const own = db.selectFrom('licenses').selectAll().where('application_id', 'in', applicationIds)
      const rows = await own.where('key_lookup', '=', lookup(secrets, keyOrId)).execute()
      const named = /^[1-9]\d{0,14}$/.test(keyOrId) ? await own.where('id', '=', Number(keyOrId)).execute() : []
      return [...rows, ...named].map((row) => ({ ...fromRow(row, secrets), applicationId: row.application_id }))
    },
    /** One page. In a large application it may be short or even empty although more follow. */
    list: async (
      applicationId: number,
      filter: LicenseFilter,
      sort: LicenseSort,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<License>> => {
      const page = { applicationId, filter, keyLookup: keyOf(filter), sort, after, limit }
      const slice = await readLicenses(db, engine, page)
      return { rows: slice.rows.map((row) => fromRow(row, secrets)), next: slice.next }
    },
    /**
     * How many licenses match; without a filter use the application's `licenseCount`. Undefined when a large application
     * has too many to look at.
     */
    count: (applicationId: number, filter: LicenseFilter): Promise<number | undefined> =>
      countLicenses(db, { applicationId, filter, keyLookup: keyOf(filter) }),
    /** How many keys have fewer bytes than a long one; of a large application the oldest licenses are looked at. */
    countShortKeys: async (applicationId: number): Promise<{ count: number; isPartial: boolean }> => {
      const looked = db
        .selectFrom('licenses')
        .select('key_sealed')
        .where('application_id', '=', applicationId)
        .orderBy('id')
        .limit(mostLookedAt)
      const row = await db
        .selectFrom(looked.as('looked'))
        .select((eb) => eb.fn.countAll<number>().as('all'))
        .select(sql<number>`count(case when length(key_sealed) < ${sealedLength(longKeyBytes)} then 1 end)`.as('short'))
        .executeTakeFirstOrThrow()
      return { count: Number(row.short), isPartial: Number(row.all) === mostLookedAt }
    },
    /** @throws LicenseKeyTaken */
    insert: async (applicationId: number, license: NewLicense): Promise<License> => {
      const row = await db
        .insertInto('licenses')
        .values(toColumns(applicationId, license, secrets))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new LicenseKeyTaken()
      await addToCount(db, 'license_count', applicationId, 1)
      return fromRow(row, secrets)
    },
    prepare,
    /**
     * All or none, in the order of their ids; for generated keys.
     * @throws LicenseKeyTaken
     */
    insertPrepared,
    /** The same for a few. */
    insertMany: (applicationId: number, licenses: readonly NewLicense[]): Promise<License[]> => {
      const parts = [...slicesOf(licenses, licensesPerInsert)].map((slice) => prepare(applicationId, slice))
      return insertPrepared(applicationId, parts)
    },
    /**
     * The updated license; an empty change returns it unchanged.
     * @throws LicenseBelowUsers
     */
    update: async (applicationId: number, licenseId: number, change: LicenseChange): Promise<License | undefined> => {
      const columns = toChangedColumns(change)
      if (Object.keys(columns).length === 0) return find(applicationId, licenseId)
      const { numUpdatedRows } = await ownRow(db.updateTable('licenses').set(columns), applicationId, licenseId)
        .where('current_users', '<=', change.maxUsers ?? Number.MAX_SAFE_INTEGER)
        .executeTakeFirst()
      const license = await find(applicationId, licenseId)
      if (license && numUpdatedRows === 0n) throw new LicenseBelowUsers()
      return license
    },
    /** Pauses or bans a license, or lifts that. */
    hold: (applicationId: number, change: Parameters<typeof holdLicense>[2]) => holdLicense(db, applicationId, change),
    /** Holds the licenses of an order that was refunded or is disputed; null lifts it. How many have changed. */
    holdByOrder: (applicationId: number, licenseIds: readonly number[], hold: OrderHold | null): Promise<number> =>
      holdByOrder(db, applicationId, licenseIds, hold),
    /** Moves the expiry of licenses with their subscription; how many have changed. A spent one keeps what it gave. */
    setExpiry: async (applicationId: number, licenseIds: readonly number[], expiresAt: Date): Promise<number> => {
      let changed = 0
      for (const id of licenseIds.toSorted((a, b) => a - b)) {
        const moved = ownRow(db.updateTable('licenses').set({ expires_at: expiresAt.getTime() }), applicationId, id)
          .where('spent_at', 'is', null)
          .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '<>', expiresAt.getTime())]))
        changed += Number((await moved.executeTakeFirst()).numUpdatedRows)
      }
      return changed
    },
    /** The keys of these licenses that are still there, by id. */
    keysOf: async (applicationId: number, licenseIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      if (licenseIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('licenses')
        .selectAll()
        .where('application_id', '=', applicationId)
        .where('id', 'in', licenseIds)
        .execute()
      return new Map(rows.map((row) => [row.id, fromRow(row, secrets).licenseKey]))
    },
    /**
     * Takes a batch of users from a license that is being deleted: they expire now, and remain without a license, which
     * becomes inactive. Locks it before its users, as everywhere. Returns their ids; the caller ends their sessions.
     */
    releaseSome: async (applicationId: number, licenseId: number, now: Date, limit: number): Promise<number[]> => {
      const locked = await ownRow(
        db.updateTable('licenses').set({ is_active: 0 }),
        applicationId,
        licenseId,
      ).executeTakeFirst()
      if (locked.numUpdatedRows === 0n) return []
      const some = db.selectFrom('app_users').select('id').where('license_id', '=', licenseId).limit(limit)
      const released = await usersOf(applicationId, licenseId)
        .set({ license_id: null, expires_at: endedBy(now, applicationId) })
        .where('id', 'in', some)
        .returning('id')
        .execute()
      const seats = sql<number>`case when current_users > ${released.length} then current_users - ${released.length} else 0 end`
      const fewer = db.updateTable('licenses').set({ current_users: seats })
      await ownRow(fewer, applicationId, licenseId).execute()
      return released.map(({ id }) => id)
    },
    /** Deletes a license without users; false when there is none. */
    remove: async (applicationId: number, licenseId: number): Promise<boolean> => {
      const { numDeletedRows } = await ownRow(db.deleteFrom('licenses'), applicationId, licenseId).executeTakeFirst()
      if (numDeletedRows > 0n) await addToCount(db, 'license_count', applicationId, -1)
      return numDeletedRows > 0n
    },
    claimSeat: (applicationId: number, licenseId: number, now: Date): Promise<boolean> =>
      claimSeat(db, applicationId, licenseId, now),
  }

  /** The plus keeps SQLite from the application's index: it would go through all users instead of the license's. */
  function usersOf(applicationId: number, licenseId: number) {
    return db
      .updateTable('app_users')
      .where('license_id', '=', licenseId)
      .where(sql<boolean>`+application_id = ${applicationId}`)
  }

  function keyOf(filter: LicenseFilter): string | undefined {
    return filter.q === undefined ? undefined : lookup(secrets, filter.q)
  }
}

/** An expiry with which access has ended by now: earlier than now by the application's days of grace. */
function endedBy(now: Date, applicationId: number) {
  const graceDays = sql`(select grace_days from applications where id = ${applicationId})`
  const ended = sql`${now.getTime()} - ${graceDays} * ${sql.lit(dayMs)}`
  return sql<number>`case when expires_at is null or expires_at > ${ended} then ${ended} else expires_at end`
}
