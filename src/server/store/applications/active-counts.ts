import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface LicenseCounts {
  readonly total: number
  readonly expired: number
  /** Not expired and active, including full ones. */
  readonly active: number
  /** Not expired, active, and without a free seat. */
  readonly full: number
  /** With users, expired ones included. */
  readonly used: number
  /** Users of all licenses. */
  readonly users: number
}

type CountedName = Exclude<keyof LicenseCounts, 'expired'> | 'unexpired'

const hourMs = 3_600_000

/**
 * How many users and licenses are active now. The database's triggers count them by the hour in which they expire
 * (schema step 0023): the coming hours are added up, and of the hour under way those that are yet to expire are
 * counted. Nothing else is read, however many users and licenses there are.
 */
export function activeCountStore(db: Kysely<Tables>) {
  return {
    /** Users who could log in: active, not paused, not banned, and neither they nor their license expired or inactive. */
    users: async (applicationId: number, now: Date): Promise<number> => {
      const { hour, nowMs, endMs } = hourUnderWay(now)
      const canLogIn = sql`u.is_active = 1 and u.is_paused = 0 and u.is_banned = 0`
      const { rows } = await sql<{ active: number }>`select
        (select coalesce(sum(users), 0) from expiry_counts where application_id = ${applicationId} and hour > ${hour})
        + (select count(*) from app_users u left join licenses l on l.id = u.license_id
            where u.application_id = ${applicationId} and u.expires_at > ${nowMs} and u.expires_at < ${endMs}
              and ${canLogIn} and coalesce(l.is_active, 1) = 1 and (l.expires_at is null or l.expires_at > ${nowMs}))
        + (select count(*) from licenses l cross join app_users u
            where l.application_id = ${applicationId} and l.expires_at > ${nowMs} and l.expires_at < ${endMs}
              and l.is_active = 1 and u.license_id = l.id and ${canLogIn}
              and (u.expires_at is null or u.expires_at >= ${endMs})) as active`.execute(db)
      return Number(rows[0]?.active ?? 0)
    },

    /** How many of them expire within these hours, counted by the hour: from the next full one on. */
    soon: async (
      applicationIds: readonly number[],
      now: Date,
      hours: number,
    ): Promise<{ users: number; licenses: number }> => {
      if (applicationIds.length === 0) return { users: 0, licenses: 0 }
      const { hour } = hourUnderWay(now)
      const { rows } = await sql<Record<'users' | 'licenses', number | string>>`
        select coalesce(sum(users), 0) as users, coalesce(sum(active_licenses), 0) as licenses from expiry_counts
        where application_id in (${sql.join(applicationIds)}) and hour > ${hour} and hour <= ${hour + hours}`.execute(
        db,
      )
      return { users: Number(rows[0]?.users ?? 0), licenses: Number(rows[0]?.licenses ?? 0) }
    },

    licenses: async (applicationId: number, now: Date): Promise<LicenseCounts> => {
      const { hour, nowMs, endMs } = hourUnderWay(now)
      const later = (count: string) => sql`coalesce(sum(case when hour > ${hour} then ${sql.ref(count)} else 0 end), 0)`
      const { rows } = await sql<Record<CountedName, number | string>>`
        select total, used, users, later.unexpired + rest.unexpired as unexpired, later.active + rest.active as active,
          later."full" + rest."full" as "full"
        from (select count(*) as unexpired, coalesce(sum(is_active), 0) as active,
            coalesce(sum(case when is_active = 1 and current_users >= max_users then 1 else 0 end), 0) as "full"
          from licenses where application_id = ${applicationId} and expires_at > ${nowMs} and expires_at < ${endMs}) as rest,
        (select coalesce(sum(licenses), 0) as total, coalesce(sum(used_licenses), 0) as used,
            coalesce(sum(license_users), 0) as users, ${later('licenses')} as unexpired,
            ${later('active_licenses')} as active, ${later('full_licenses')} as "full"
          from expiry_counts where application_id = ${applicationId}) as later
      `.execute(db)
      // PostgreSQL adds up to numeric, which arrives as text
      const of = (name: CountedName) => Number(rows[0]?.[name] ?? 0)
      const [total, active, full, used, users] = [of('total'), of('active'), of('full'), of('used'), of('users')]
      return { total, expired: total - of('unexpired'), active, full, used, users }
    },
  }
}

function hourUnderWay(now: Date) {
  const nowMs = now.getTime()
  const hour = Math.floor(nowMs / hourMs)
  return { hour, nowMs, endMs: (hour + 1) * hourMs }
}
