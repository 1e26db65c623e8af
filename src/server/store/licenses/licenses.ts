import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { type Position, readSlice, type Slice } from '../keyset-pagination.ts'
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

export type { License, LicenseChange, NewLicense } from './license-columns.ts'
export type { LicenseFilter, LicenseSort } from './license-list.ts'

/** Another license of the application has this key, in whatever case. */
export class LicenseKeyTaken extends Error {
  override readonly name = 'LicenseKeyTaken'
}

/** More users hold the license than the change would allow. */
export class LicenseBelowUsers extends Error {
  override readonly name = 'LicenseBelowUsers'
}

/** Twelve values each: far below what either engine binds. */
const rowsPerInsert = 250

/** Licenses. Every call begins with the application: another one's license answers like a missing one. */
export function licenseStore(db: Kysely<Tables>, secrets: Secrets) {
  const find = async (applicationId: number, licenseId: number): Promise<License | undefined> => {
    const row = await own(db.selectFrom('licenses').selectAll(), applicationId, licenseId).executeTakeFirst()
    return row && fromRow(row, secrets)
  }
  return {
    find,
    /** The license, which nobody else changes until the transaction's end. */
    lock: async (applicationId: number, licenseId: number): Promise<License | undefined> => {
      const same = db.updateTable('licenses').set((eb) => ({ id: eb.ref('id') }))
      const row = await own(same, applicationId, licenseId).returningAll().executeTakeFirst()
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
    /** How many licenses match; without a filter the application's own count answers that. */
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
      await addToLicenseCount(db, applicationId, 1)
      return fromRow(row, secrets)
    },
    /**
     * All or none, in the order given; for keys that the server made.
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
      await addToLicenseCount(db, applicationId, made.length)
      return made.sort((a, b) => a.id - b.id)
    },
    /**
     * The changed license; a change that names nothing returns it as it is.
     * @throws LicenseBelowUsers
     */
    update: async (applicationId: number, licenseId: number, change: LicenseChange): Promise<License | undefined> => {
      const columns = toChangedColumns(change)
      if (Object.keys(columns).length === 0) return find(applicationId, licenseId)
      const { numUpdatedRows } = await own(db.updateTable('licenses').set(columns), applicationId, licenseId)
        .where('current_users', '<=', change.maxUsers ?? Number.MAX_SAFE_INTEGER)
        .executeTakeFirst()
      const license = await find(applicationId, licenseId)
      if (license && numUpdatedRows === 0n) throw new LicenseBelowUsers()
      return license
    },
    /**
     * Takes some users off a license that is about to be deleted, which lets nobody in from then on; they expire now.
     * Returns their ids: the caller ends their sessions.
     */
    releaseSome: async (applicationId: number, licenseId: number, now: Date, limit: number): Promise<number[]> => {
      const locked = await own(
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
      await own(fewer, applicationId, licenseId).execute()
      return released.map(({ id }) => id)
    },
    /**
     * First half of deleting a license, false when there is none: its users expire now, and nobody takes a seat any
     * more. Locks license and users in the order in which everybody does; the caller then ends the users' sessions.
     */
    expireUsers: async (applicationId: number, licenseId: number, now: Date): Promise<boolean> => {
      const locked = await own(
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
    /** Second half, in the same transaction: the users stay, without a license. */
    remove: async (applicationId: number, licenseId: number): Promise<void> => {
      await usersOf(applicationId, licenseId).set({ license_id: null }).execute()
      const { numDeletedRows } = await own(db.deleteFrom('licenses'), applicationId, licenseId).executeTakeFirst()
      if (numDeletedRows > 0n) await addToLicenseCount(db, applicationId, -1)
    },
    /**
     * Takes a free seat of a license that is active and not expired; false when there is none. Atomic: of many at once
     * as many win as seats are free. Starts the validity of a first-use license.
     */
    claimSeat: async (applicationId: number, licenseId: number, now: Date): Promise<boolean> => {
      const ms = now.getTime()
      const { numUpdatedRows } = await own(
        db.updateTable('licenses').set({
          current_users: sql`current_users + 1`,
          expires_at: sql`coalesce(expires_at, ${ms} + validity_days * 86400000)`,
        }),
        applicationId,
        licenseId,
      )
        .where('is_active', '=', 1)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ms)]))
        .whereRef('current_users', '<', 'max_users')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }

  function usersOf(applicationId: number, licenseId: number) {
    return db.updateTable('app_users').where('application_id', '=', applicationId).where('license_id', '=', licenseId)
  }

  function keyOf(filter: LicenseFilter): string | undefined {
    return filter.q === undefined ? undefined : lookup(secrets, filter.q)
  }
}

/** The earlier one of a user's own expiry and now. */
const byNow = (now: Date) =>
  sql<number>`case when expires_at is null or expires_at > ${now.getTime()} then ${now.getTime()} else expires_at end`

/** One license of one application: both ids, in every statement. */
function own<Q extends { where(column: 'application_id' | 'id', operator: '=', value: number): Q }>(
  query: Q,
  applicationId: number,
  licenseId: number,
): Q {
  return query.where('application_id', '=', applicationId).where('id', '=', licenseId)
}

async function addToLicenseCount(db: Kysely<Tables>, applicationId: number, licenses: number): Promise<void> {
  await db
    .updateTable('applications')
    .set({ license_count: sql`license_count + ${sql.lit(licenses)}` })
    .where('id', '=', applicationId)
    .execute()
}
