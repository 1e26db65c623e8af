import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { dayMs } from '../columns.ts'
import { ownRow } from '../own-row.ts'

/** How many redemptions a drawer shows. */
const shown = 10

/** One redeemed license key. */
export interface Redemption {
  readonly userId: number
  /** The license whose key was redeemed. */
  readonly licenseId: number
  /** The user's license before; null: none. */
  readonly previousLicenseId: number | null
  readonly addedMs: number
  /** The same in days, rounded up. */
  readonly addedDays: number
  /** When the user's access ended after it. */
  readonly endsAt: Date
  readonly at: Date
}

/** What of a user a redemption depends on. */
interface RedeemingUser {
  readonly id: number
  readonly licenseId: number | null
  readonly expiresAtMs: number | null
  readonly passwordHash: string
  readonly hwid: string | null
}

/** A license whose time goes into another one. */
interface SpentLicense {
  readonly id: number
  readonly into: number
  readonly ms: number
  readonly at: Date
}

interface MovedTime {
  readonly spentId: number
  /** What is taken of its time from now on; null: nothing. */
  readonly takenMs: number | null
  readonly lastId: number
  readonly byMs: number
}

/** Redeemed license keys. Lock order: licenses by their ids, then the user. */
export function redemptionStore(db: Kysely<Tables>, engine: Database['engine']) {
  const columns = ['license_id', 'user_id', 'previous_license_id', 'added_ms', 'ends_at', 'created_at'] as const
  const newest = (applicationId: number, licenseId: number) =>
    db
      .selectFrom('redemptions')
      .select(columns)
      .where('license_id', '=', licenseId)
      .where('application_id', '=', applicationId)
      .orderBy('id', 'desc')
      .limit(1)
  const license = (applicationId: number, licenseId: number, change: object) =>
    ownRow(db.updateTable('licenses').set(change), applicationId, licenseId).execute()

  return {
    /** Locks the user; false if anything that the redemption was decided by has changed since. */
    lockUserIfUnchanged: async (applicationId: number, seen: RedeemingUser): Promise<boolean> => {
      const query = ownRow(
        db.selectFrom('app_users').select(['license_id', 'expires_at', 'password_hash', 'hwid']),
        applicationId,
        seen.id,
      )
      // SQLite transactions are serialized already.
      const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
      if (!row || row.license_id !== seen.licenseId || row.expires_at !== seen.expiresAtMs) return false
      return row.password_hash === seen.passwordHash && row.hwid === seen.hwid
    },
    /** The last time that the user redeemed this key. */
    last: async (applicationId: number, licenseId: number, userId: number): Promise<Redemption | undefined> => {
      const row = await newest(applicationId, licenseId).where('user_id', '=', userId).executeTakeFirst()
      return row && fromRow(row)
    },
    /** The last time that anybody redeemed the key of this license. */
    newestOf: async (applicationId: number, licenseId: number): Promise<Redemption | undefined> => {
      const row = await newest(applicationId, licenseId).executeTakeFirst()
      return row && fromRow(row)
    },
    insert: async (applicationId: number, redemption: Omit<Redemption, 'addedDays'>): Promise<void> => {
      await db
        .insertInto('redemptions')
        .values({
          application_id: applicationId,
          license_id: redemption.licenseId,
          user_id: redemption.userId,
          previous_license_id: redemption.previousLicenseId,
          added_ms: redemption.addedMs,
          ends_at: redemption.endsAt.getTime(),
          created_at: redemption.at.getTime(),
        })
        .execute()
    },
    /**
     * The user's own expiry ends, and their live sessions count for the license from now on. Claim its seat and free the
     * other one in the same transaction.
     */
    moveUser: async (applicationId: number, userId: number, licenseId: number | null): Promise<void> => {
      const user = db.updateTable('app_users').set({ license_id: licenseId, expires_at: null })
      await ownRow(user, applicationId, userId).execute()
      await db
        .updateTable('client_sessions')
        .set({ license_id: licenseId })
        .where('application_id', '=', applicationId)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
    },
    /** Frees the seat of a locked license that the user leaves. */
    freeSeat: (applicationId: number, licenseId: number) =>
      license(applicationId, licenseId, { current_users: sql`current_users - 1` }),
    /** The new end of a locked license; with `sold`, also what was sold with another key. */
    extend: (
      applicationId: number,
      licenseId: number,
      endsAt: Date,
      sold?: { readonly licenseId: number },
    ): Promise<unknown> => {
      const column = (name: 'features' | 'preset_id') =>
        sql`(SELECT k.${sql.ref(name)} FROM licenses k WHERE k.id = ${sold?.licenseId ?? null})`
      const soldColumns = sold && { features: column('features'), preset_id: column('preset_id') }
      return license(applicationId, licenseId, { expires_at: endsAt.getTime(), ...soldColumns })
    },
    /** Nobody can use the license any more: its time went into another one. */
    spend: (applicationId: number, { id, into, ms, at }: SpentLicense) =>
      license(applicationId, id, { is_active: 0, spent_at: at.getTime(), spent_into: into, spent_ms: ms }),
    /** The license that has the time of a spent one now; undefined: it is not spent, or that license was deleted. */
    lastOf: async (applicationId: number, licenseId: number): Promise<number | undefined> => {
      const { rows } = await sql<{ id: number; spent_into: number | null; spent_at: number | null }>`
        with recursive later(id, spent_into, spent_at, place) as (
          select id, spent_into, spent_at, 0 from licenses where id = ${licenseId} and application_id = ${applicationId}
          union all select l.id, l.spent_into, l.spent_at, place + 1 from later
            join licenses l on l.id = later.spent_into)
        select id, spent_into, spent_at from later order by place desc limit 1`.execute(db)
      const [last] = rows
      return last && last.spent_at === null && last.id !== licenseId ? last.id : undefined
    },
    /** Moves time that a spent license gave out of the license that has it now, or back. Both are locked. */
    moveTime: async (applicationId: number, { spentId, takenMs, lastId, byMs }: MovedTime): Promise<void> => {
      await license(applicationId, spentId, { taken_ms: takenMs })
      await license(applicationId, lastId, { expires_at: sql`expires_at + ${sql.lit(byMs)}` })
    },
    /** The newest of a user, or of a license: by its key, or by users who left it. */
    list: async (
      applicationId: number,
      of: { readonly userId: number } | { readonly licenseId: number },
    ): Promise<(Redemption & { readonly username: string })[]> => {
      const query = db
        .selectFrom('redemptions')
        .innerJoin('app_users', 'app_users.id', 'redemptions.user_id')
        .select(columns.map((column) => `redemptions.${column}` as const))
        .select('app_users.username')
        .where('redemptions.application_id', '=', applicationId)
      const own =
        'userId' in of
          ? query.where('redemptions.user_id', '=', of.userId)
          : query.where('redemptions.license_id', '=', of.licenseId)
      const rows = await own.orderBy('redemptions.id', 'desc').limit(shown).execute()
      return rows.map((row) => ({ ...fromRow(row), username: row.username }))
    },
  }
}

interface Row {
  readonly license_id: number
  readonly user_id: number
  readonly previous_license_id: number | null
  readonly added_ms: number
  readonly ends_at: number
  readonly created_at: number
}

const fromRow = (row: Row): Redemption => ({
  userId: row.user_id,
  licenseId: row.license_id,
  previousLicenseId: row.previous_license_id,
  addedMs: row.added_ms,
  addedDays: Math.ceil(row.added_ms / dayMs),
  endsAt: new Date(row.ends_at),
  at: new Date(row.created_at),
})
