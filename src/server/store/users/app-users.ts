import { type Kysely, sql } from 'kysely'
import { isUniqueViolation } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { randomUserId } from '../../lib/tokens.ts'
import type { Position, Slice } from '../keyset-pagination.ts'
import {
  type AppUser,
  type AppUserChange,
  fromRow,
  type InspectedUser,
  inspectedFromRow,
  type NewAppUser,
  type Registration,
  toChangedColumns,
  toColumns,
} from './app-user-columns.ts'
import { type AppUserFilter, type AppUserSort, countActiveSlice, matchingUsers } from './app-user-list.ts'
import { planSearch, readUsers } from './app-user-search.ts'
import { countHashes } from './hash-counts.ts'

export type { AppUser, AppUserChange, InspectedUser, NewAppUser, Registration } from './app-user-columns.ts'
export type { AppUserFilter, AppUserSort } from './app-user-list.ts'

/** Another user of the application has this name, in whatever spelling. */
export class UsernameTaken extends Error {
  override readonly name = 'UsernameTaken'
}

/** End-users. Every call begins with the application: another one's user answers like a missing one. */
export function appUserStore(db: Kysely<Tables>) {
  const find = async (applicationId: number, userId: number): Promise<AppUser | undefined> => {
    const row = await withLicense(db, applicationId).where('app_users.id', '=', userId).executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    find,
    /** The user of a name, in whatever spelling. */
    findByName: async (applicationId: number, username: string): Promise<InspectedUser | undefined> => {
      const row = await withLicense(db, applicationId)
        .where('app_users.username_key', '=', canonical(username))
        .executeTakeFirst()
      return row && inspectedFromRow(row)
    },
    /** The user with what only the drawer tells. */
    inspect: async (applicationId: number, userId: number): Promise<InspectedUser | undefined> => {
      const row = await withLicense(db, applicationId).where('app_users.id', '=', userId).executeTakeFirst()
      return row && inspectedFromRow(row)
    },
    /** The user as a public registration made it; undefined where the maker or a file did. */
    registration: async (applicationId: number, userId: number): Promise<Registration | undefined> => {
      const row = await withLicense(db, applicationId)
        .where('app_users.id', '=', userId)
        .where('app_users.is_registered', '=', 1)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    /** One page; of a large application it may be shorter than asked for, empty even, though more follow. */
    list: async (
      applicationId: number,
      filter: AppUserFilter,
      sort: AppUserSort,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<AppUser>> => {
      const slice = await readUsers(db, applicationId, filter, sort, after, limit)
      return { rows: slice.rows.map(fromRow), next: slice.next }
    },
    /**
     * How many users match; without a filter the application's own count answers that. Undefined where a large
     * application has too many to be counted in a moment.
     */
    count: async (applicationId: number, filter: AppUserFilter): Promise<number | undefined> => {
      const search = await planSearch(db, applicationId, filter)
      if (!search.isCountable) return undefined
      const row = await matchingUsers(db, applicationId, search.filter, search)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    /**
     * Returns the id. The seat of a license is to be taken before, in the same transaction.
     * @throws UsernameTaken
     */
    insert: async (applicationId: number, user: NewAppUser): Promise<number> => {
      const id = await insertWithFreeId(db, applicationId, user)
      await countHashes(db, applicationId, { added: [user.passwordHash] })
      await addToUserCount(db, applicationId, 1)
      return id
    },
    /**
     * The changed user; a change that names nothing returns it as it is.
     * @throws UsernameTaken
     */
    update: async (applicationId: number, userId: number, change: AppUserChange): Promise<AppUser | undefined> => {
      const columns = toChangedColumns(change)
      if (Object.keys(columns).length === 0) return find(applicationId, userId)
      const { password_hash: hash, ...others } = columns
      try {
        if (Object.keys(others).length > 0) {
          await own(db.updateTable('app_users').set(others), applicationId, userId).executeTakeFirst()
        }
      } catch (error) {
        throw isUniqueViolation(error) ? new UsernameTaken() : error
      }
      if (hash !== undefined) await setHash(db, applicationId, userId, hash)
      return find(applicationId, userId)
    },
    /** Frees the seat of the user's license. The caller ends the user's sessions in the same transaction. */
    remove: async (applicationId: number, userId: number): Promise<boolean> => {
      await lockLicenseOf(db, applicationId, userId)
      const removed = await own(db.deleteFrom('app_users'), applicationId, userId)
        .returning(['license_id', 'password_hash'])
        .executeTakeFirst()
      if (!removed) return false
      await countHashes(db, applicationId, { removed: [removed.password_hash] })
      if (removed.license_id !== null) await freeSeat(db, removed.license_id)
      await addToUserCount(db, applicationId, -1)
      return true
    },
    /** Atomic: of several machines at once exactly one binds, and it may ask several times at once. */
    bindHwid: async (applicationId: number, userId: number, hwid: string, at: Date): Promise<boolean> => {
      const { numUpdatedRows } = await own(
        db.updateTable('app_users').set({
          hwid,
          hwid_key: canonical(hwid),
          hwid_bound_at: sql`CASE WHEN hwid IS NULL THEN ${at.getTime()} ELSE hwid_bound_at END`,
        }),
        applicationId,
        userId,
      )
        .where((eb) => eb.or([eb('hwid', 'is', null), eb('hwid', '=', hwid)]))
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
    /** Notes a successful login; `recentLogins` are those of the last minute. */
    recordLogin: async (
      applicationId: number,
      userId: number,
      at: Date,
      ip: string,
      recentLogins: string | null = null,
    ): Promise<void> => {
      await sql`UPDATE app_users SET last_login_at = ${at.getTime()}, last_login_ip = ${ip}, recent_logins = ${recentLogins}
        WHERE id = ${userId} AND application_id = ${applicationId}`.execute(db)
    },
    /** Replaces a hash of older parameters; false when the password was changed since it was checked. */
    upgradeHash: (applicationId: number, userId: number, checked: string, upgraded: string): Promise<boolean> =>
      replaceHash(db, applicationId, userId, checked, upgraded),
    /** Changes the logins of the last minute as they stand now. The user's row was changed before in this transaction. */
    changeRecentLogins: async (
      applicationId: number,
      userId: number,
      change: (recent: string | null) => string,
    ): Promise<void> => {
      const columns = db.selectFrom('app_users').select('recent_logins')
      const user = await own(columns, applicationId, userId).executeTakeFirstOrThrow()
      const update = db.updateTable('app_users').set({ recent_logins: change(user.recent_logins) })
      await own(update, applicationId, userId).execute()
    },
    /**
     * Of the next `limit` users in the order of their ids, those who could sign in now; and
     * the id to go on from. A million users are counted in many short reads.
     */
    countActive: (applicationId: number, now: Date, afterId: number, limit: number) =>
      countActiveSlice(db, applicationId, now, afterId, limit),
  }
}

/** One user of one application: both ids, in every statement. */
function own<Q extends { where(column: 'application_id' | 'id', operator: '=', value: number): Q }>(
  query: Q,
  applicationId: number,
  userId: number,
): Q {
  return query.where('application_id', '=', applicationId).where('id', '=', userId)
}

const withLicense = (db: Kysely<Tables>, applicationId: number) =>
  matchingUsers(db, applicationId, {}).selectAll('app_users').select('licenses.expires_at as license_expires_at')

/** Draws ids until one is free. Nothing is inserted on a conflict, so that a transaction can go on after it. */
async function insertWithFreeId(db: Kysely<Tables>, applicationId: number, user: NewAppUser): Promise<number> {
  const columns = toColumns(applicationId, user)
  for (;;) {
    const inserted = await db
      .insertInto('app_users')
      .values({ id: randomUserId(), ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
    const namesake = await db
      .selectFrom('app_users')
      .select('id')
      .where('application_id', '=', applicationId)
      .where('username_key', '=', columns.username_key)
      .executeTakeFirst()
    if (namesake) throw new UsernameTaken()
  }
}

/** Replaces the hash if it still is the one that was read, and counts it only then; false when it is another by now. */
async function replaceHash(
  db: Kysely<Tables>,
  applicationId: number,
  userId: number,
  known: string,
  wanted: string,
): Promise<boolean> {
  const change = db.updateTable('app_users').set({ password_hash: wanted }).where('password_hash', '=', known)
  const { numUpdatedRows } = await own(change, applicationId, userId).executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await countHashes(db, applicationId, { removed: [known], added: [wanted] })
  return true
}

/** Of two new passwords at once the later one stays, and each replaces what it found. */
async function setHash(db: Kysely<Tables>, applicationId: number, userId: number, wanted: string): Promise<void> {
  for (;;) {
    const user = await own(db.selectFrom('app_users').select('password_hash'), applicationId, userId).executeTakeFirst()
    if (!user || (await replaceHash(db, applicationId, userId, user.password_hash, wanted))) return
  }
}

async function addToUserCount(db: Kysely<Tables>, applicationId: number, users: number): Promise<void> {
  await db
    .updateTable('applications')
    .set({ user_count: sql`user_count + ${sql.lit(users)}` })
    .where('id', '=', applicationId)
    .execute()
}

/** Whoever changes a license and its users locks the license first: in any other order two changes could deadlock. */
async function lockLicenseOf(db: Kysely<Tables>, applicationId: number, userId: number): Promise<void> {
  const user = await own(db.selectFrom('app_users').select('license_id'), applicationId, userId).executeTakeFirst()
  if (!user || user.license_id === null) return
  await db
    .updateTable('licenses')
    .set({ current_users: sql`current_users` })
    .where('id', '=', user.license_id)
    .execute()
}

async function freeSeat(db: Kysely<Tables>, licenseId: number): Promise<void> {
  await db.updateTable('licenses').set({ current_users: sql`current_users - 1` }).where('id', '=', licenseId).execute()
}
