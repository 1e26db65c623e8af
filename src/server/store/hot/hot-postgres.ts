import type { PostgresDatabase } from '../../db/open.ts'
import { activityColumnCount, activityColumns, activityValues } from '../activity/activity.ts'
import { messageColumns, messageValues } from '../webhooks/delivery-columns.ts'
import { batchedRead } from './batched-read.ts'
import {
  featuresRow,
  type HotStore,
  recentLoginsLength,
  sessionFacts,
  sessionRow,
  storedFeatures,
  userFacts,
  userRow,
} from './hot-store.ts'

const activityPlaces = Array.from({ length: activityColumnCount }, (_, index) => `$${index + 1}`).join(', ')

/** Sessions per statement of `markSeen`. */
const markSeenSlice = 1000

/** Reads made while a round trip is in flight are batched into the next one. */
export function hotPostgres(database: PostgresDatabase): HotStore {
  const users = batchedRead(
    database,
    'user-by-id',
    { application_id: 'bigint', user_id: 'bigint' },
    `SELECT ${userRow} FROM app_users u LEFT JOIN licenses l ON l.id = u.license_id
     WHERE u.id = q.user_id AND u.application_id = q.application_id`,
  )
  const sessions = batchedRead(
    database,
    'session-by-token',
    { application_id: 'bigint', token_hash: 'text' },
    `SELECT ${sessionRow} FROM client_sessions s
     LEFT JOIN app_users u ON u.id = s.user_id AND u.application_id = s.application_id
     LEFT JOIN licenses l ON l.id = u.license_id
     WHERE s.application_id = q.application_id AND s.token_hash = q.token_hash`,
  )
  const userById = async (applicationId: number, userId: number) => {
    const row = await users([applicationId, userId])
    return row && userFacts(row, 1)
  }
  return {
    userByName: async (applicationId, usernameKey) => {
      const rows = await database.query(
        'user-by-name',
        `SELECT ${userRow} FROM app_users u LEFT JOIN licenses l ON l.id = u.license_id
         WHERE u.application_id = $1 AND u.username_key = $2`,
        [applicationId, usernameKey],
      )
      return rows[0] && userFacts(rows[0])
    },
    userById,
    accessById: userById,
    sessionByToken: async (applicationId, tokenHash) => {
      const row = await sessions([applicationId, tokenHash])
      return row && sessionFacts(row, 1)
    },
    featuresById: async (applicationId, userId) => {
      const rows = await database.query(
        'features-by-id',
        `SELECT ${featuresRow} FROM app_users u LEFT JOIN licenses l ON l.id = u.license_id
         WHERE u.id = $1 AND u.application_id = $2`,
        [userId, applicationId],
      )
      return rows[0] && storedFeatures(rows[0])
    },
    async recordLogin({ userId, recentLogins: { seen, all, own }, entry, audience }) {
      if (audience) {
        await database.query('record-login-and-send', loginAndMessageSql, [
          ...activityValues(entry),
          userId,
          seen,
          all,
          own,
          ...messageValues(entry, audience),
        ])
        return
      }
      await database.query(
        'record-login',
        `WITH login AS (${updateLoginSql})
         INSERT INTO activity (${activityColumns}) VALUES (${activityPlaces})`,
        [...activityValues(entry), userId, seen, all, own],
      )
    },
    async markSeen(seen) {
      const ids = seen.ids()
      for (let start = 0; start < ids.length; start += markSeenSlice) {
        const slice = [...ids.subarray(start, start + markSeenSlice)]
        // Locked in id order, so that two nodes that mark the same sessions wait instead of deadlocking.
        await database.query(
          'mark-seen',
          `WITH locked AS (
             SELECT s.id, q.at FROM unnest($1::bigint[], $2::bigint[]) AS q(id, at)
             JOIN client_sessions s ON s.id = q.id WHERE s.ended_at IS NULL ORDER BY s.id FOR UPDATE OF s
           )
           UPDATE client_sessions SET last_seen_at = locked.at FROM locked
           WHERE client_sessions.id = locked.id AND client_sessions.last_seen_at < locked.at`,
          [slice, slice.map((id) => seen.get(id) ?? 0)],
        )
      }
    },
  }
}

/** Records the login of the activity row whose values come first. */
const updateLoginSql = `UPDATE app_users SET last_login_at = $10, last_login_ip = $7,
  recent_logins = CASE WHEN recent_logins IS NOT DISTINCT FROM $${activityColumnCount + 2}
    THEN $${activityColumnCount + 3}
    ELSE left($${activityColumnCount + 4} || ' ' || coalesce(recent_logins, ''), ${recentLoginsLength}) END
  WHERE id = $${activityColumnCount + 1} AND application_id = $1`

/** The same with the message for webhooks. */
const messagePlaces = messageColumns
  .split(', ')
  .map((_, index) => `$${activityColumnCount + 5 + index}`)
  .join(', ')
const loginAndMessageSql = `
  WITH login AS (${updateLoginSql}), sent AS (
    INSERT INTO webhook_messages (${messageColumns}) VALUES (${messagePlaces})
  )
  INSERT INTO activity (${activityColumns}) VALUES (${activityPlaces})`
