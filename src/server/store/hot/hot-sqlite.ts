import type { SqliteDatabase } from '../../db/open.ts'
import { createPace } from '../../lib/pace.ts'
import { activityColumnCount, activityColumns, activityValues, webhookIdsOf } from '../activity/activity.ts'
import {
  featuresRow,
  type HotStore,
  recentLoginsLength,
  sessionRow,
  storedFeatures,
  userFacts,
  userRow,
  type Values,
} from './hot-store.ts'
import { keepFacts } from './kept-facts.ts'

/**
 * Logins may wait this long to share a commit; under load that saves a sixth of a login's cost, during which heartbeats
 * wait. A single login does not wait.
 */
const loginCommitDelayMs = 30

/**
 * Sessions per statement of `markSeen`. A thousand took 14 to 26 ms where a server has little to do, since memory that
 * rested costs more to touch: at 400 heartbeats a second that was the slowest hundredth.
 */
const markSeenRows = { fewest: 100, most: 1000 }

/** Prepared statements on the writer's connection: a second connection would lose its page cache at every commit. */
export function hotSqlite(database: SqliteDatabase): HotStore {
  const { hot } = database
  const kept = keepFacts(hot.changes)
  const byName = hot.prepareValues(`SELECT ${userRow} FROM app_users u LEFT JOIN licenses l ON l.id = u.license_id
    WHERE u.application_id = ? AND u.username_key = ?`)
  const byId = hot.prepareValues(`SELECT ${userRow} FROM app_users u LEFT JOIN licenses l ON l.id = u.license_id
    WHERE u.id = ? AND u.application_id = ?`)
  const byToken = hot.prepareValues(`SELECT ${sessionRow} FROM client_sessions s
    LEFT JOIN app_users u ON u.id = s.user_id AND u.application_id = s.application_id
    LEFT JOIN licenses l ON l.id = u.license_id
    WHERE s.application_id = ? AND s.token_hash = ?`)
  const features = hot.prepareValues(`SELECT ${featuresRow} FROM app_users u LEFT JOIN licenses l ON l.id = u.license_id
    WHERE u.id = ? AND u.application_id = ?`)
  const updateLogin = hot.prepare(`UPDATE app_users SET last_login_at = ?, last_login_ip = ?,
    recent_logins = CASE WHEN recent_logins IS ? THEN ?
      ELSE substr(? || ' ' || coalesce(recent_logins, ''), 1, ${recentLoginsLength}) END
    WHERE id = ? AND application_id = ?`)
  const places = Array.from({ length: activityColumnCount }, () => '?').join(', ')
  const insertActivity = hot.prepare(`INSERT INTO activity (${activityColumns}, webhook_ids) VALUES (${places}, ?)`)
  const updateLastSeen = hot.prepare(`UPDATE client_sessions SET last_seen_at = seen.value FROM json_each(?) AS seen
    WHERE client_sessions.id = CAST(seen.key AS INTEGER) AND ended_at IS NULL AND last_seen_at < seen.value`)

  const markSeenPace = createPace(markSeenRows)

  /** Immediately while no batch is open, else after it: uncommitted rows are never seen. */
  const read = <T>(run: () => T): T | Promise<T> => {
    const closed = hot.closed()
    return closed !== undefined ? closed.then(() => read(run)) : run()
  }
  const user = (row: Values | undefined) => row && userFacts(row)

  return {
    userByName: (applicationId, usernameKey) => read(() => user(byName.get(applicationId, usernameKey))),
    userById: (applicationId, userId) => read(() => user(byId.get(userId, applicationId))),
    accessById: (applicationId, userId) =>
      kept.user(applicationId, userId) ??
      read(() => {
        const row = byId.get(userId, applicationId)
        return row && kept.keepUser(applicationId, row)
      }),
    sessionByToken: (applicationId, tokenHash) =>
      kept.session(applicationId, tokenHash) ??
      read(() => {
        const row = byToken.get(applicationId, tokenHash)
        return row && kept.keepSession(applicationId, tokenHash, row)
      }),
    featuresById: (applicationId, userId) =>
      read(() => {
        const row = features.get(userId, applicationId)
        return row && storedFeatures(row)
      }),
    recordLogin: ({ userId, recentLogins: { seen, all, own }, entry, audience }) =>
      hot.write(() => {
        updateLogin.get(entry.at.getTime(), entry.ipAddress, seen, all, own, userId, entry.applicationId)
        insertActivity.get(...activityValues(entry), webhookIdsOf(audience))
      }, loginCommitDelayMs),
    async markSeen(seen) {
      const ids = seen.ids()
      for (let start = 0; start < ids.length; ) {
        await markSeenPace.slice((rows) => {
          const slice = ids.subarray(start, start + rows)
          start += slice.length
          const times = Array.from(slice, (id) => `"${id}":${seen.get(id)}`)
          return hot.write(() => void updateLastSeen.get(`{${times.join(',')}}`))
        })
      }
    },
  }
}
