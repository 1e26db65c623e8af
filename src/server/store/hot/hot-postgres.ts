import type { PostgresDatabase } from '../../db/open.ts'
import { activityColumnCount, activityColumns, activityValues } from '../activity/activity.ts'
import { messageColumns, messageValues } from '../webhooks/delivery-columns.ts'
import {
  featuresRow,
  type HotStore,
  recentLoginsLength,
  type SessionFacts,
  sessionFacts,
  sessionRow,
  storedFeatures,
  type UserFacts,
  userFacts,
  userRow,
  type Values,
} from './hot-store.ts'
import { createQueryBatcher } from './query-batcher.ts'

const activityPlaces = Array.from({ length: activityColumnCount }, (_, index) => `$${index + 1}`).join(', ')

/** Sessions per statement of `markSeen`. */
const markSeenSlice = 1000

/** Reads made while a round trip is in flight are batched into the next one. */
export function hotPostgres(database: PostgresDatabase): HotStore {
  const users = createQueryBatcher((ids: readonly { applicationId: number; userId: number }[]) =>
    alignResults<UserFacts>(
      ids.length,
      database.query(
        'user-by-id',
        `SELECT q.ordinality::int AS ordinal, ${userRow}
         FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS q(application_id, user_id)
         JOIN app_users u ON u.id = q.user_id AND u.application_id = q.application_id
         LEFT JOIN licenses l ON l.id = u.license_id`,
        [ids.map((each) => each.applicationId), ids.map((each) => each.userId)],
      ),
      (row) => userFacts(row, 1),
    ),
  )
  const sessions = createQueryBatcher((tokens: readonly { applicationId: number; tokenHash: string }[]) =>
    alignResults<SessionFacts>(
      tokens.length,
      database.query(
        'session-by-token',
        `SELECT q.ordinality::int AS ordinal, ${sessionRow}
         FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS q(application_id, token_hash)
         JOIN client_sessions s ON s.application_id = q.application_id AND s.token_hash = q.token_hash
         LEFT JOIN app_users u ON u.id = s.user_id AND u.application_id = s.application_id
         LEFT JOIN licenses l ON l.id = u.license_id`,
        [tokens.map((each) => each.applicationId), tokens.map((each) => each.tokenHash)],
      ),
      (row) => sessionFacts(row, 1),
    ),
  )
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
    userById: (applicationId, userId) => users({ applicationId, userId }),
    accessById: (applicationId, userId) => users({ applicationId, userId }),
    sessionByToken: (applicationId, tokenHash) => sessions({ applicationId, tokenHash }),
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

/**
 * Matches the rows of a batch to its reads, by the position in the first column; a read without a row gets undefined.
 */
async function alignResults<Facts>(
  count: number,
  rows: Promise<readonly Values[]>,
  facts: (row: Values) => Facts | undefined,
): Promise<(Facts | undefined)[]> {
  const found: (Facts | undefined)[] = new Array(count).fill(undefined)
  for (const row of await rows) found[Number(row[0]) - 1] = facts(row)
  return found
}
