import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { unexpired } from './app-user-list.ts'

export async function countActiveSlice(
  db: Kysely<Tables>,
  applicationId: number,
  now: Date,
  afterId: number,
  limit: number,
): Promise<{ readonly active: number; readonly nextId: number | undefined }> {
  const canSignIn = sql`u.is_active = 1 and u.is_paused = 0 and u.is_banned = 0 and ${unexpired('u.expires_at', now)}
    and (l.id is null or (l.is_active = 1 and ${unexpired('l.expires_at', now)}))`
  const { rows } = await sql<{ active: number; seen: number; last: number }>`
    select count(*) as seen, max(u.id) as last, coalesce(sum(case when ${canSignIn} then 1 else 0 end), 0) as active
    from (select id, expires_at, license_id, is_active, is_paused, is_banned from app_users
      where application_id = ${applicationId} and id > ${afterId} order by id limit ${limit}) as u
    left join licenses l on l.id = u.license_id`.execute(db)
  const [row] = rows
  const isMore = row !== undefined && Number(row.seen) === limit
  return { active: Number(row?.active ?? 0), nextId: isMore ? row.last : undefined }
}
