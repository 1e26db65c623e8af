import { type Kysely, sql } from 'kysely'
import { isUniqueViolation } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { componentsText } from '../../lib/hardware-components.ts'
import { holderKey } from '../../lib/license-holder.ts'
import { randomUserId } from '../../lib/tokens.ts'
import type { Position, Slice } from '../keyset-pagination.ts'
import { freeSeats, lockSeats } from '../licenses/seats.ts'
import { addToCount, ownRow } from '../own-row.ts'
import {
  type AppUser,
  type AppUserChange,
  endColumns,
  fromRow,
  type InspectedUser,
  inspectedFromRow,
  type NamedDevice,
  type NewAppUser,
  type NewHolder,
  type Registration,
  toChangedColumns,
  toColumns,
  toHolderColumns,
} from './app-user-columns.ts'
import { type AppUserFilter, type AppUserSort, matchingUsers, matchingUsersAlone } from './app-user-list.ts'
import { planSearch, readUsers, readUsersBeginning, readUsersContaining } from './app-user-search.ts'
import { countHashes } from './hash-counts.ts'

export type { AppUser, AppUserChange, InspectedUser, NewAppUser, Registration } from './app-user-columns.ts'
export type { AppUserFilter, AppUserSort } from './app-user-list.ts'

/** Another user of the application has this name, in any spelling. */
export class UsernameTaken extends Error {
  override readonly name = 'UsernameTaken'
}

/** Users. Every call takes the application first: another application's user counts as missing. */
export function appUserStore(db: Kysely<Tables>) {
  const find = async (applicationId: number, userId: number): Promise<AppUser | undefined> => {
    const row = await withLicense(db, applicationId).where('app_users.id', '=', userId).executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    find,
    /** The user with this name, in any spelling. */
    findByName: async (applicationId: number, username: string): Promise<InspectedUser | undefined> => {
      const row = await withLicense(db, applicationId)
        .where('app_users.username_key', '=', canonical(username))
        .executeTakeFirst()
      return row && inspectedFromRow(row)
    },
    /** The user with the fields of the user drawer. */
    inspect: async (applicationId: number, userId: number): Promise<InspectedUser | undefined> => {
      const row = await withLicense(db, applicationId).where('app_users.id', '=', userId).executeTakeFirst()
      return row && inspectedFromRow(row)
    },
    /** A user who registered; undefined for users created in the dashboard or by an import. */
    registration: async (applicationId: number, userId: number): Promise<Registration | undefined> => {
      const row = await withLicense(db, applicationId)
        .where('app_users.id', '=', userId)
        .where('app_users.is_registered', '=', 1)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    /** A few users with this ID, or with a value that begins with the text; whole values are among them. No order. */
    beginning: async (applicationId: number, text: string, limit: number): Promise<AppUser[]> =>
      (await readUsersBeginning(db, applicationId, text, limit)).map(fromRow),
    /** The newest users with any part of a value; none in an application that is too large for that. */
    containing: async (applicationId: number, text: string, limit: number): Promise<AppUser[]> =>
      (await readUsersContaining(db, applicationId, text, limit)).map(fromRow),
    /** One page. In a large application it may be short or even empty although more follow. */
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
     * How many users match; without a filter use the application's `userCount`. Undefined when a large application has
     * too many to count quickly.
     */
    count: async (applicationId: number, filter: AppUserFilter): Promise<number | undefined> => {
      const search = await planSearch(db, applicationId, filter)
      if (!search.isCountable) return undefined
      const row = await matchingUsersAlone(db, applicationId, search.filter, search)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    /**
     * Returns the id. Claim the license's seat before, in the same transaction.
     * @throws UsernameTaken
     */
    insert: async (applicationId: number, user: NewAppUser): Promise<number> => {
      const id = await insertWithFreeId(db, applicationId, toColumns(applicationId, user))
      await countHashes(db, applicationId, { added: [user.passwordHash] })
      await addToCount(db, 'user_count', applicationId, 1)
      return id
    },
    /**
     * The user who stands for a license. Claim its seat before, in the same transaction.
     * @throws UsernameTaken
     */
    insertHolder: async (applicationId: number, holder: NewHolder): Promise<number> => {
      const id = await insertWithFreeId(db, applicationId, toHolderColumns(applicationId, holder))
      await addToCount(db, 'user_count', applicationId, 1)
      return id
    },
    /** Deletes who stood for a deleted license. */
    removeHolder: async (applicationId: number, licenseId: number): Promise<void> => {
      const removed = await db
        .deleteFrom('app_users')
        .where('application_id', '=', applicationId)
        .where('username_key', '=', holderKey(licenseId))
        .executeTakeFirst()
      if (removed.numDeletedRows > 0n) await addToCount(db, 'user_count', applicationId, -1)
    },
    /** Who stands for a license. */
    findHolder: async (applicationId: number, licenseId: number): Promise<InspectedUser | undefined> => {
      const row = await withLicense(db, applicationId)
        .where('app_users.username_key', '=', holderKey(licenseId))
        .executeTakeFirst()
      return row && inspectedFromRow(row)
    },
    /**
     * The updated user; an empty change returns it unchanged.
     * @throws UsernameTaken
     */
    update: async (applicationId: number, userId: number, change: AppUserChange): Promise<AppUser | undefined> => {
      const columns = toChangedColumns(change)
      if (Object.keys(columns).length === 0) return find(applicationId, userId)
      const { password_hash: hash, ...others } = columns
      // another address has not been proved
      const proved = 'email_key' in columns && {
        email_verified_at: sql<number>`CASE WHEN email_key = ${columns.email_key} THEN email_verified_at END`,
      }
      try {
        if (Object.keys(others).length > 0) {
          const update = db.updateTable('app_users').set({ ...others, ...proved })
          await ownRow(update, applicationId, userId).executeTakeFirst()
        }
      } catch (error) {
        throw isUniqueViolation(error) ? new UsernameTaken() : error
      }
      if (hash !== undefined) {
        await setHash(db, applicationId, userId, hash)
        await endPortalSessions(db, applicationId, userId)
      }
      return find(applicationId, userId)
    },
    /** Deletes the user and frees the license's seat. The caller ends the user's sessions in the same transaction. */
    remove: async (applicationId: number, userId: number): Promise<boolean> => {
      await lockLicenseOf(db, applicationId, userId)
      const removed = await ownRow(db.deleteFrom('app_users'), applicationId, userId)
        .returning(['license_id', 'password_hash'])
        .executeTakeFirst()
      if (!removed) return false
      await countHashes(db, applicationId, { removed: [removed.password_hash] })
      if (removed.license_id !== null) await freeSeats(db, removed.license_id, 1)
      await addToCount(db, 'user_count', applicationId, -1)
      return true
    },
    /**
     * First binding of the hardware lock. Atomic: when several devices log in at once, exactly one is bound; repeating
     * the call with the same hardware ID succeeds.
     */
    bindHwid: async (
      applicationId: number,
      userId: number,
      hwid: string,
      at: Date,
      { name = null, components }: NamedDevice = {},
    ): Promise<boolean> => {
      const text = components ? componentsText(components) : null
      const { numUpdatedRows } = await ownRow(
        db.updateTable('app_users').set({
          hwid,
          hwid_key: canonical(hwid),
          hwid_bound_at: sql`CASE WHEN hwid IS NULL THEN ${at.getTime()} ELSE hwid_bound_at END`,
          device_name: sql`CASE WHEN hwid IS NULL THEN ${name} ELSE device_name END`,
          device_components: sql`CASE WHEN hwid IS NULL THEN ${text} ELSE device_components END`,
        }),
        applicationId,
        userId,
      )
        .where((eb) => eb.or([eb('hwid', 'is', null), eb('hwid', '=', hwid)]))
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
    /** Records a successful login; `recentLogins` are those of the last minute. */
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
    /** The address that the user proved to be theirs; null: none. */
    provedEmail: async (applicationId: number, userId: number): Promise<string | null> => {
      const columns = db.selectFrom('app_users').select('email').where('email_verified_at', 'is not', null)
      return (await ownRow(columns, applicationId, userId).executeTakeFirst())?.email ?? null
    },
    /** SHA-1 of the user's address, where an import had no more than that. */
    importedEmail: async (applicationId: number, userId: number): Promise<string | null> => {
      const columns = db.selectFrom('app_users').select('email_sha1')
      return (await ownRow(columns, applicationId, userId).executeTakeFirst())?.email_sha1 ?? null
    },
    /** Stores an address that the user has proved. */
    proveEmail: async (applicationId: number, userId: number, email: string, at: Date): Promise<void> => {
      const proved = { email, email_key: canonical(email), email_verified_at: at.getTime() }
      await ownRow(db.updateTable('app_users').set(proved), applicationId, userId).execute()
    },
    /**
     * Makes who stood for a license a user with a name: the same id, seat and devices. False: somebody else has.
     * @throws UsernameTaken
     */
    claimHolder: async (
      applicationId: number,
      userId: number,
      { username, passwordHash }: Pick<NewAppUser, 'username' | 'passwordHash'>,
    ): Promise<boolean> => {
      const named = { username, username_key: canonical(username), password_hash: passwordHash, kind: 'account' }
      const claimed = db.updateTable('app_users').set(named).where('kind', '=', 'license')
      try {
        const { numUpdatedRows } = await ownRow(claimed, applicationId, userId).executeTakeFirst()
        if (numUpdatedRows === 0n) return false
      } catch (error) {
        throw isUniqueViolation(error) ? new UsernameTaken() : error
      }
      await countHashes(db, applicationId, { added: [passwordHash] })
      return true
    },
    /** The user of this name and license who never had a password, and may choose one. */
    withoutPassword: async (
      applicationId: number,
      username: string,
      licenseId: number,
    ): Promise<number | undefined> => {
      const row = await db
        .selectFrom('app_users')
        .select('id')
        .where('application_id', '=', applicationId)
        .where('username_key', '=', canonical(username))
        .where('license_id', '=', licenseId)
        .where('kind', '=', 'account')
        .where('password_hash', '=', '')
        .where('is_banned', '=', 0)
        .executeTakeFirst()
      return row?.id
    },
    /** A new password that the user chose: ends portal sessions; false when it has changed since the old one was checked. */
    changePassword: async (
      applicationId: number,
      userId: number,
      checked: string,
      wanted: string,
      keptSession?: number,
    ): Promise<boolean> => {
      if (!(await replaceHash(db, applicationId, userId, checked, wanted))) return false
      await endPortalSessions(db, applicationId, userId, keptSession)
      return true
    },
    /** Replaces a hash with outdated parameters; false when the password has changed since it was checked. */
    upgradeHash: (applicationId: number, userId: number, checked: string, upgraded: string): Promise<boolean> =>
      replaceHash(db, applicationId, userId, checked, upgraded),
    /** Updates the current logins of the last minute. The transaction must have locked the user's row. */
    changeRecentLogins: async (
      applicationId: number,
      userId: number,
      change: (recent: string | null) => string,
    ): Promise<void> => {
      const columns = db.selectFrom('app_users').select('recent_logins')
      const user = await ownRow(columns, applicationId, userId).executeTakeFirstOrThrow()
      const update = db.updateTable('app_users').set({ recent_logins: change(user.recent_logins) })
      await ownRow(update, applicationId, userId).execute()
    },
  }
}

const withLicense = (db: Kysely<Tables>, applicationId: number) =>
  matchingUsers(db, applicationId, {}).selectAll('app_users').select(endColumns)

/**
 * Draws random ids until one is free. A conflict inserts nothing instead of failing, so that the transaction can
 * continue.
 */
async function insertWithFreeId(
  db: Kysely<Tables>,
  applicationId: number,
  columns: ReturnType<typeof toColumns>,
): Promise<number> {
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

/**
 * Compare-and-set: replaces and counts the hash only if it is still the one that was read; false when it has changed.
 */
async function replaceHash(
  db: Kysely<Tables>,
  applicationId: number,
  userId: number,
  known: string,
  wanted: string,
): Promise<boolean> {
  const change = db.updateTable('app_users').set({ password_hash: wanted }).where('password_hash', '=', known)
  const { numUpdatedRows } = await ownRow(change, applicationId, userId).executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await countHashes(db, applicationId, { removed: [known], added: [wanted] })
  return true
}

/** Compare-and-set in a loop: with two password changes at once the later one wins, and the hash counts stay right. */
async function setHash(db: Kysely<Tables>, applicationId: number, userId: number, wanted: string): Promise<void> {
  for (;;) {
    const user = await ownRow(
      db.selectFrom('app_users').select('password_hash'),
      applicationId,
      userId,
    ).executeTakeFirst()
    if (!user || (await replaceHash(db, applicationId, userId, user.password_hash, wanted))) return
  }
}

/** What a former password opened in the portal. */
async function endPortalSessions(
  db: Kysely<Tables>,
  applicationId: number,
  userId: number,
  kept?: number,
): Promise<void> {
  const all = db.deleteFrom('portal_sessions').where('application_id', '=', applicationId).where('user_id', '=', userId)
  await (kept === undefined ? all : all.where('id', '<>', kept)).execute()
}

/** Lock order: license before its users. Any other order could deadlock. */
async function lockLicenseOf(db: Kysely<Tables>, applicationId: number, userId: number): Promise<void> {
  const user = await ownRow(db.selectFrom('app_users').select('license_id'), applicationId, userId).executeTakeFirst()
  if (user && user.license_id !== null) await lockSeats(db, user.license_id)
}
