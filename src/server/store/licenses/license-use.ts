import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type AppUser, endColumns, fromRow } from '../users/app-user-columns.ts'

/** Users of a license, or sessions of them, that are looked at for a count. */
const countedAtMost = 1000
const usersShown = 10

interface LicenseUse {
  /** The first ten users: of those that are looked at, the ones with the lowest IDs. */
  readonly users: readonly AppUser[]
  /** Different hardware IDs, and the devices beside them; null: too many users to count. */
  readonly devices: number | null
  /** Sessions that have not ended; null: too many users or sessions to count. */
  readonly sessions: number | null
}

/** Who uses a license. Bounded: a license may have a million users. */
export function licenseUseStore(db: Kysely<Tables>) {
  return {
    read: async (applicationId: number, licenseId: number): Promise<LicenseUse> => {
      const some = await db
        .selectFrom('app_users')
        .select(['id', 'hwid_key', 'more_devices'])
        .where('license_id', '=', licenseId)
        .where(ofApplication(applicationId))
        .limit(countedAtMost + 1)
        .execute()
      const ids = some.map(({ id }) => id)
      const users = await usersById(applicationId, ids.sort((a, b) => a - b).slice(0, usersShown))
      if (some.length > countedAtMost) return { users, devices: null, sessions: null }
      const first = new Set(some.flatMap(({ hwid_key: hwid }) => hwid ?? [])).size
      const devices = some.reduce((sum, user) => sum + user.more_devices, first)
      return { users, devices, sessions: await countSessions(applicationId, ids) }
    },
  }

  async function usersById(applicationId: number, ids: readonly number[]): Promise<AppUser[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('app_users')
      .leftJoin('licenses', 'licenses.id', 'app_users.license_id')
      .selectAll('app_users')
      .select(endColumns)
      .where('app_users.id', 'in', [...ids])
      .where('app_users.application_id', '=', applicationId)
      .execute()
    return rows.map(fromRow).sort((a, b) => a.id - b.id)
  }

  async function countSessions(applicationId: number, userIds: readonly number[]): Promise<number | null> {
    if (userIds.length === 0) return 0
    const rows = await db
      .selectFrom('client_sessions')
      .select('id')
      .where('application_id', '=', applicationId)
      .where('user_id', 'in', [...userIds])
      .where('ended_at', 'is', null)
      .limit(countedAtMost + 1)
      .execute()
    return rows.length > countedAtMost ? null : rows.length
  }
}

/** The plus keeps SQLite from the application's index: it would go through all users instead of the license's. */
const ofApplication = (applicationId: number) => sql<boolean>`+application_id = ${applicationId}`
