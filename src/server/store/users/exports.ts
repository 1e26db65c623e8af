import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { type Position, readSlice, type Slice } from '../keyset-pagination.ts'
import { openLicenseKey } from '../licenses/license-columns.ts'
import { type AppUserFilter, matchingUsers } from './app-user-list.ts'
import { resolveFilter } from './app-user-search.ts'

export type ExportedUser = Readonly<Record<string, string | boolean | null>>

const columns = [
  'app_users.id',
  'app_users.username',
  'app_users.email',
  'app_users.password_hash',
  'app_users.hwid',
  'app_users.is_hwid_locked',
  'app_users.expires_at',
  'app_users.is_active',
  'app_users.is_paused',
  'app_users.is_banned',
  'app_users.ban_reason',
  'app_users.created_at',
  'app_users.kind',
  'app_users.last_login_at',
  'licenses.key_sealed as license_key_sealed',
] as const

/** Rows for export files. */
export function exportStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    /** Oldest first, each with its license key. */
    users: async (
      applicationId: number,
      filter: AppUserFilter,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<ExportedUser>> => {
      const read = matchingUsers(db, applicationId, await resolveFilter(db, applicationId, filter)).select(columns)
      const order = { column: 'created_at', nulls: 'none', isDescending: false } as const
      const slice = await readSlice('app_users', order, after, limit, (segment) =>
        read.where(segment.where).orderBy(segment.orderBy).limit(segment.limit).execute(),
      )
      const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
      const rows = slice.rows.map((row) => ({
        username: row.username,
        email: row.email,
        password_hash: row.password_hash,
        hwid: row.hwid,
        is_hwid_locked: row.is_hwid_locked === 1,
        expires_at: time(row.expires_at),
        is_active: row.is_active === 1,
        is_paused: row.is_paused === 1,
        is_banned: row.is_banned === 1,
        ban_reason: row.ban_reason,
        license_key:
          row.license_key_sealed === null ? null : openLicenseKey(secrets, applicationId, row.license_key_sealed),
        created_at: time(row.created_at),
        last_login: time(row.last_login_at),
        kind: row.kind,
      }))
      return { rows, next: slice.next }
    },
  }
}
