import pg from 'pg'
import { hashToken, newSessionToken } from '../src/server/lib/tokens.ts'
import type { Filled } from './fill.ts'
import { busiestIp } from './fill-activity.ts'
import { filledUserColumns, filledUserRow, sessionUser, type UserFill } from './fill-users.ts'

const weekMs = 604_800_000

const usersPerStatement = 20_000

/** Users with their licenses' seats and live sessions, as `fill.ts` makes them. */
export async function fillPostgresUsers(
  url: string,
  options: UserFill & { readonly sessions: number },
): Promise<Filled> {
  const { applicationId, users, usersPerLicense, firstLicenseId, sessions } = options
  const client = new pg.Client(url)
  await client.connect()
  try {
    const now = Date.now()
    const columns = filledUserColumns.join(', ')
    const insert = async (table: string, names: string, rows: readonly object[]) => {
      const text = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)`
      await client.query(text, [JSON.stringify(rows)])
    }
    await client.query("SET maintenance_work_mem = '512MB'")
    const makeIndexes = await dropIndexes(client, 'app_users')
    for (let start = 0; start < users; start += usersPerStatement) {
      const places = Array.from({ length: Math.min(usersPerStatement, users - start) }, (_, index) => start + index)
      const rows = places.map((place) => asRecord(filledUserRow(options, place, now)))
      await insert('app_users', columns, rows)
    }
    await makeIndexes()
    await client.query('UPDATE licenses SET current_users = $1 WHERE id >= $2', [usersPerLicense, firstLicenseId])
    await client.query('UPDATE applications SET user_count = user_count + $1 WHERE id = $2', [users, applicationId])
    const chosen = Array.from({ length: sessions }, (_, index) => sessionUser(index, users, sessions))
    const tokens = chosen.map(() => newSessionToken(new Date(now)))
    const live = chosen.map(({ id, hwid }, index) => ({
      ...{ application_id: applicationId, user_id: id, token_hash: hashToken(tokens[index] ?? ''), hwid },
      ...{ ip_address: '127.0.0.1', user_agent: 'keywright-bench', started_at: now, last_seen_at: now },
    }))
    await insert(
      'client_sessions',
      'application_id, user_id, token_hash, hwid, ip_address, user_agent, started_at, last_seen_at',
      live,
    )
    return { users: chosen, tokens }
  } finally {
    await client.end()
  }
}

const asRecord = (row: readonly unknown[]) =>
  Object.fromEntries(filledUserColumns.map((column, place) => [column, row[place]]))

/**
 * Fills the log of an application with rows of the last 80 days, in the weekly partitions of a server of that age. The
 * database generates them itself, with the same mixture as `fill-activity.ts`.
 */
export async function fillPostgresActivity(url: string, applicationId: number, rows: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("SET maintenance_work_mem = '512MB'")
    const makeIndexes = await dropIndexes(client, 'activity')
    await client.query('DROP TABLE activity_before')
    const now = Date.now()
    const firstWeek = Math.floor((now - 80 * 86_400_000) / weekMs)
    for (let week = firstWeek; week <= Math.floor(now / weekMs) + 4; week += 1) {
      const bounds = `FROM (${week * weekMs}) TO (${(week + 1) * weekMs})`
      await client.query(`CREATE TABLE activity_week_${week} PARTITION OF activity FOR VALUES ${bounds}`)
    }
    await client.query(
      `INSERT INTO activity (application_id, event, success, code, user_id, username, username_key, ip_address,
         user_agent, count, created_at)
       SELECT $1, kind.event, CASE WHEN kind.event ~ '^(user_|session_)' THEN 1 ELSE 0 END, kind.code, r.u, 'user-' || r.u,
         'user-' || r.u, CASE WHEN r.busy < 0.1 THEN $4 ELSE '10.' || (r.spot >> 16) || '.' || ((r.spot >> 8) & 255)
         || '.' || (r.spot & 255) END, 'Demo/1.0 (Windows NT 10.0)', 1, $3 + (r.n::float8 / $2 * 80 * 86400000)::bigint
       FROM (SELECT n, (random() * 1000000)::int AS u, random() AS busy, (random() * 300000)::int AS spot,
         random() * 1000 AS dice FROM generate_series(0, $2::int - 1) n) r
       CROSS JOIN LATERAL (SELECT * FROM (VALUES (400, 'user_login', 'login_successful'), (600, 'session_start',
         'session_started'), (750, 'session_end', 'timeout'), (800, 'session_end', 'logout'), (920, 'login_failed',
         'invalid_credentials'), (950, 'hwid_mismatch', 'hwid_mismatch'), (970, 'version_mismatch', 'version_mismatch'),
         (985, 'account_expired', 'account_expired'), (995, 'user_registration', 'user_registered'),
         (999, 'account_disabled', 'account_banned'), (1001, 'login_blocked_ip', 'access_blocked'))
         AS k(below, event, code) WHERE r.dice < k.below ORDER BY k.below LIMIT 1) kind`,
      [applicationId, rows, now - 80 * 86_400_000, busiestIp],
    )
    await client.query("INSERT INTO counters (application_id, name, day, count) VALUES ($1, 'activity', 0, $2)", [
      applicationId,
      rows,
    ])
    await makeIndexes()
    // otherwise the server's first minutes would be those of PostgreSQL's own cleaning
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

/** For millions of rows, indexes are created afterwards; those of constraints stay. */
async function dropIndexes(client: pg.Client, table: string): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1::regclass
       AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
  }
}
