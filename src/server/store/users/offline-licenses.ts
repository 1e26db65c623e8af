import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull } from '../columns.ts'
import { ownRow } from '../own-row.ts'
import { findsRow } from '../row-results.ts'

/** What a file was asked for with, to know a repetition. */
export interface StoredOfflineFile {
  readonly id: number
  readonly askedHash: string
  readonly file: string
  readonly expiresAt: Date
  readonly withdrawnAt: Date | null
}

/** A file as lists show it. */
export interface OfflineLicense {
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly licenseId: number | null
  readonly hwid: string
  readonly createdAt: Date
  readonly createdBy: string
  readonly expiresAt: Date
  readonly withdrawnAt: Date | null
}

interface NewOfflineFile {
  readonly userId: number
  readonly licenseId: number | null
  readonly jti: string
  readonly nonce: string
  readonly askedHash: string
  readonly hwid: string
  readonly file: string
  readonly createdAt: Date
  readonly createdBy: string
  readonly expiresAt: Date
}

interface OfflineFilter {
  readonly userId?: number | undefined
  readonly licenseId?: number | undefined
}

/** Files for computers that never reach the server. Every call takes the application first. */
export function offlineLicenseStore(db: Kysely<Tables>) {
  const ofDevice = (applicationId: number, userId: number, now: Date) =>
    db
      .selectFrom('offline_licenses')
      .where('user_id', '=', userId)
      .where('application_id', '=', applicationId)
      .where('expires_at', '>', now.getTime())

  return {
    /** The file that answered the request with this nonce. */
    findByNonce: async (applicationId: number, nonce: string): Promise<StoredOfflineFile | undefined> => {
      const row = await db
        .selectFrom('offline_licenses')
        .selectAll()
        .where('application_id', '=', applicationId)
        .where('nonce', '=', nonce)
        .executeTakeFirst()
      return row && stored(row)
    },
    /** The id of the new row; undefined: another file answered the same request meanwhile. */
    insert: async (applicationId: number, file: NewOfflineFile): Promise<number | undefined> => {
      const row = await db
        .insertInto('offline_licenses')
        .values({
          application_id: applicationId,
          user_id: file.userId,
          license_id: file.licenseId,
          jti: file.jti,
          nonce: file.nonce,
          asked_hash: file.askedHash,
          hwid: file.hwid,
          file: file.file,
          created_at: file.createdAt.getTime(),
          created_by: file.createdBy,
          expires_at: file.expiresAt.getTime(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id
    },
    /** Newest first, those before the id. */
    list: async (
      applicationId: number,
      { userId, licenseId }: OfflineFilter,
      before: number | undefined,
      limit: number,
    ): Promise<OfflineLicense[]> => {
      let query = db
        .selectFrom('offline_licenses')
        .innerJoin('app_users', 'app_users.id', 'offline_licenses.user_id')
        .selectAll('offline_licenses')
        .select('app_users.username')
        .where('offline_licenses.application_id', '=', applicationId)
        .orderBy('offline_licenses.id', 'desc')
        .limit(limit)
      if (userId !== undefined) query = query.where('offline_licenses.user_id', '=', userId)
      if (licenseId !== undefined) query = query.where('offline_licenses.license_id', '=', licenseId)
      if (before !== undefined) query = query.where('offline_licenses.id', '<', before)
      return (await query.execute()).map((row) => ({ ...shown(row), username: row.username }))
    },
    /** Until when a file of this device is valid; undefined: none is. A file that was withdrawn is valid too. */
    validUntil: async (applicationId: number, userId: number, hwid: string, now: Date): Promise<Date | undefined> => {
      const row = await ofDevice(applicationId, userId, now)
        .select((eb) => eb.fn.max('expires_at').as('at'))
        .where('hwid', '=', hwid)
        .executeTakeFirst()
      return row?.at == null ? undefined : new Date(Number(row.at))
    },
    /** Whether one is: for a login, which waits for it. */
    isValid: (applicationId: number, userId: number, hwid: string, now: Date): Promise<boolean> =>
      findsRow(ofDevice(applicationId, userId, now).select('id').where('hwid', '=', hwid).limit(1)),
    /** The same for every device of the user that has one, by hardware ID. */
    validByDevice: async (applicationId: number, userId: number, now: Date): Promise<ReadonlyMap<string, Date>> => {
      const rows = await ofDevice(applicationId, userId, now).select(['hwid', 'expires_at']).execute()
      const byEnd = rows.toSorted((a, b) => a.expires_at - b.expires_at)
      return new Map(byEnd.map(({ hwid, expires_at }) => [hwid, new Date(expires_at)]))
    },
    /** False: there is no such file. Withdrawing it again changes nothing. */
    withdraw: async (applicationId: number, id: number, at: Date): Promise<{ readonly isNew: boolean } | undefined> => {
      const update = db.updateTable('offline_licenses').set({ withdrawn_at: at.getTime() })
      const { numUpdatedRows } = await ownRow(update, applicationId, id)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) return { isNew: true }
      const known = db.selectFrom('offline_licenses').select('id')
      return (await ownRow(known, applicationId, id).executeTakeFirst()) && { isNew: false }
    },
  }
}

type Row = Selectable<Tables['offline_licenses']>

const stored = (row: Row): StoredOfflineFile => ({
  id: row.id,
  askedHash: row.asked_hash,
  file: row.file,
  expiresAt: new Date(row.expires_at),
  withdrawnAt: dateOrNull(row.withdrawn_at),
})

const shown = (row: Row): Omit<OfflineLicense, 'username'> => ({
  id: row.id,
  userId: row.user_id,
  licenseId: row.license_id,
  hwid: row.hwid,
  createdAt: new Date(row.created_at),
  createdBy: row.created_by,
  expiresAt: new Date(row.expires_at),
  withdrawnAt: dateOrNull(row.withdrawn_at),
})
