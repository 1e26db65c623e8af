import type { Database } from '../../src/server/db/open.ts'
import type { AccessFacts, SessionFacts } from '../../src/server/store/hot/hot-store.ts'

const flag = (value: number) => value === 1

/** A session as it is stored, by a query that nothing in the product makes. */
export async function freshSession(
  { reads }: Pick<Database, 'reads'>,
  applicationId: number,
  tokenHash: string,
): Promise<SessionFacts | undefined> {
  const session = await reads
    .selectFrom('client_sessions')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!session) return undefined
  return {
    id: session.id,
    userId: session.user_id,
    hwid: session.hwid,
    lastSeenAtMs: session.last_seen_at,
    endedAtMs: session.ended_at,
    endReason: session.end_reason,
    provedAtMs: session.proved_at,
    user: (await freshUser({ reads }, applicationId, session.user_id)) ?? null,
  }
}

/** The same of a user with its license. */
export async function freshUser(
  { reads }: Pick<Database, 'reads'>,
  applicationId: number,
  id: number,
): Promise<AccessFacts | undefined> {
  const ofUser = reads.selectFrom('app_users').selectAll().where('application_id', '=', applicationId)
  const user = await ofUser.where('id', '=', id).executeTakeFirst()
  if (!user) return undefined
  const license = await reads.selectFrom('licenses').selectAll().where('id', '=', user.license_id).executeTakeFirst()
  return {
    id,
    usernameKey: user.username_key,
    emailKey: user.email_key,
    isActive: flag(user.is_active),
    isPaused: flag(user.is_paused),
    isBanned: flag(user.is_banned),
    hwid: user.hwid,
    hwidKey: user.hwid_key,
    isHwidLocked: flag(user.is_hwid_locked),
    moreDevices: user.more_devices,
    expiresAtMs: user.expires_at,
    lastLoginAtMs: user.last_login_at,
    lastLoginIp: user.last_login_ip,
    license: license
      ? {
          isActive: flag(license.is_active) || license.active_after_hold === 1,
          expiresAtMs: license.expires_at,
          hold: license.hold as 'paused' | 'banned' | null,
          graceDays: license.grace_days,
        }
      : null,
  }
}
