import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { type Position, readSlice, type Slice } from '../keyset-pagination.ts'
import { addToCount, ownRow } from '../own-row.ts'
import {
  fromRow,
  type License,
  type LicenseChange,
  lookup,
  type NewLicense,
  toChangedColumns,
  toColumns,
} from './license-columns.ts'
import {
  type LicenseFilter,
  type LicenseSort,
  licenseSummary,
  matchingLicenses,
  orderOfLicenses,
} from './license-list.ts'
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

/** Twelve values each: far below the limit of bound values of either engine. */
const rowsPerInsert = 250

/** Licenses. Every call takes the application first: another application's license counts as missing. */
export function licenseStore(db: Kysely<Tables>, secrets: Secrets) {
  const find = async (applicationId: number, licenseId: number): Promise<License | undefined> => {
    const row = await ownRow(db.selectFrom('licenses').selectAll(), applicationId, licenseId).executeTakeFirst()
    return row && fromRow(row, secrets)
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
    list: async (
      applicationId: number,
      filter: LicenseFilter,
      sort: LicenseSort,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<License>> => {
      const read = matchingLicenses(db, applicationId, filter, keyOf(filter)).selectAll()
      const slice = await readSlice('licenses', orderOfLicenses(sort), after, limit, (segment) =>
        read.where(segment.where).orderBy(segment.orderBy).limit(segment.limit).execute(),
      )
      return { rows: slice.rows.map((row) => fromRow(row, secrets)), next: slice.next }
    },
    /** How many licenses match; without a filter use the application's `licenseCount`. */
    count: async (applicationId: number, filter: LicenseFilter): Promise<number> => {
      const row = await matchingLicenses(db, applicationId, filter, keyOf(filter))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    summary: (applicationId: number, now: Date) => licenseSummary(db, applicationId, now),
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
    /**
     * All or none, in the given order; for generated keys.
     * @throws LicenseKeyTaken
     */
    insertMany: async (applicationId: number, licenses: readonly NewLicense[]): Promise<License[]> => {
      const made: License[] = []
      for (let start = 0; start < licenses.length; start += rowsPerInsert) {
        const slice = licenses.slice(start, start + rowsPerInsert)
        const rows = await db
          .insertInto('licenses')
          .values(slice.map((license) => toColumns(applicationId, license, secrets)))
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .execute()
        if (rows.length < slice.length) throw new LicenseKeyTaken()
        made.push(...rows.map((row) => fromRow(row, secrets)))
      }
      await addToCount(db, 'license_count', applicationId, made.length)
      return made.sort((a, b) => a.id - b.id)
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
    /**
     * Removes a batch of users from a license that is being deleted. The license becomes inactive and its users expire
     * now. Returns their ids; the caller ends their sessions.
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
        .set({ license_id: null, expires_at: byNow(now) })
        .where('id', 'in', some)
        .returning('id')
        .execute()
      const seats = sql<number>`case when current_users > ${released.length} then current_users - ${released.length} else 0 end`
      const fewer = db.updateTable('licenses').set({ current_users: seats })
      await ownRow(fewer, applicationId, licenseId).execute()
      return released.map(({ id }) => id)
    },
    /**
     * First half of deleting a license; false when there is none. Its users expire now, and no seat can be claimed any
     * more. Locks the license before its users, as everywhere; the caller then ends the users' sessions.
     */
    expireUsers: async (applicationId: number, licenseId: number, now: Date): Promise<boolean> => {
      const locked = await ownRow(
        db.updateTable('licenses').set({ is_active: 0 }),
        applicationId,
        licenseId,
      ).executeTakeFirst()
      if (locked.numUpdatedRows === 0n) return false
      await usersOf(applicationId, licenseId)
        .set({ expires_at: byNow(now) })
        .execute()
      return true
    },
    /** Second half, in the same transaction: the users remain without a license. */
    remove: async (applicationId: number, licenseId: number): Promise<void> => {
      await usersOf(applicationId, licenseId).set({ license_id: null }).execute()
      const { numDeletedRows } = await ownRow(db.deleteFrom('licenses'), applicationId, licenseId).executeTakeFirst()
      if (numDeletedRows > 0n) await addToCount(db, 'license_count', applicationId, -1)
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

/** The earlier of a user's own expiry and now. */
const byNow = (now: Date) =>
  sql<number>`case when expires_at is null or expires_at > ${now.getTime()} then ${now.getTime()} else expires_at end`
