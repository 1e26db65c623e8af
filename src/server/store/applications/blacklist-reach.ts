import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** The values of a user that blacklist entries match. */
export interface UserKeys {
  readonly userId: number
  readonly usernameKey: string
  readonly emailKey: string | null
  readonly hwidKey: string | null
  readonly lastLoginIp: string | null
}

/** A live session with the values of its user that blacklist entries match. */
export interface SessionKeys extends UserKeys {
  readonly sessionId: number
  readonly ipAddress: string
  readonly hwid: string | null
}

const userColumns = [
  'app_users.id as userId',
  'app_users.username_key as usernameKey',
  'app_users.email_key as emailKey',
  'app_users.hwid_key as hwidKey',
  'app_users.last_login_ip as lastLoginIp',
] as const

/** A batch of an application's users in name order; small, so that nothing else waits. */
export function usersAfter(
  db: Kysely<Tables>,
  applicationId: number,
  usernameKey: string,
  limit: number,
): Promise<UserKeys[]> {
  return db
    .selectFrom('app_users')
    .select(userColumns)
    .where('application_id', '=', applicationId)
    .where('username_key', '>', usernameKey)
    .orderBy('username_key')
    .limit(limit)
    .execute()
}

/** The one user of that name. */
export function usersNamed(db: Kysely<Tables>, applicationId: number, usernameKey: string): Promise<UserKeys[]> {
  return db
    .selectFrom('app_users')
    .select(userColumns)
    .where('application_id', '=', applicationId)
    .where('username_key', '=', usernameKey)
    .execute()
}

/** The next sessions that have not ended, in the order of the partial index of live sessions. */
export function liveSessionsAfter(
  db: Kysely<Tables>,
  applicationId: number,
  after: Pick<SessionKeys, 'userId' | 'sessionId'>,
  limit: number,
): Promise<SessionKeys[]> {
  return db
    .selectFrom('client_sessions')
    .innerJoin('app_users', 'app_users.id', 'client_sessions.user_id')
    .select([
      ...userColumns,
      'client_sessions.id as sessionId',
      'client_sessions.ip_address as ipAddress',
      'client_sessions.hwid as hwid',
    ])
    .where('client_sessions.application_id', '=', applicationId)
    .where('client_sessions.ended_at', 'is', null)
    .where(sql<boolean>`(client_sessions.user_id, client_sessions.id) > (${after.userId}, ${after.sessionId})`)
    .orderBy('client_sessions.user_id')
    .orderBy('client_sessions.id')
    .limit(limit)
    .execute()
}
