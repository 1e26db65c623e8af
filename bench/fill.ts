import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashToken, newSessionToken } from '../src/server/lib/tokens.ts'
import { activityColumnCount, activityColumns } from '../src/server/store/activity/activity.ts'
import { activityRows, type FilledUser } from './fill-activity.ts'
import { filledUser, filledUserColumns, filledUserRow, sessionUser, type UserFill } from './fill-users.ts'
import type { Seeded, SeededUser } from './seed.ts'

export interface FillOptions extends UserFill {
  readonly dataDir: string
  readonly activity: number
  /** Live sessions, each of another user. */
  readonly sessions: number
}

export type Filled = Pick<Seeded, 'users' | 'tokens'>

const perTransaction = 100_000
const dayMs = 86_400_000

/**
 * Inserts millions of rows into a seeded database before its server starts, without the stores: with prepared
 * statements, and with the indexes created afterwards.
 */
export function fill(options: FillOptions): Filled {
  // a defensive connection would keep its journal, and say nothing
  const unguarded = { enableForeignKeyConstraints: false, defensive: false }
  const db = new DatabaseSync(join(options.dataDir, 'keywright.db'), unguarded)
  try {
    db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-500000; PRAGMA threads=2')
    const makeIndexes = dropIndexes(db)
    fillUsers(db, options)
    fillActivity(db, options)
    makeIndexes()
    const filled = fillSessions(db, options)
    db.exec('PRAGMA journal_mode=WAL')
    return filled
  } finally {
    db.close()
  }
}

function dropIndexes(db: DatabaseSync): () => void {
  const indexes = db
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('app_users', 'activity')",
    )
    .all() as { name: string; sql: string }[]
  const statistics = db.prepare('SELECT tbl, idx, stat FROM sqlite_stat1').all()
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  return () => {
    for (const { sql } of indexes) db.exec(sql)
    db.exec('DELETE FROM sqlite_stat1')
    const put = db.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)')
    for (const row of statistics) put.run(row.tbl ?? null, row.idx ?? null, row.stat ?? null)
  }
}

function fillUsers(db: DatabaseSync, options: FillOptions): void {
  const { applicationId, users, usersPerLicense, firstLicenseId } = options
  const now = Date.now()
  const marks = filledUserColumns.map(() => '?').join(', ')
  const insert = db.prepare(`INSERT INTO app_users (${filledUserColumns.join(', ')}) VALUES (${marks})`)
  const places = placesById(users)
  inTransactions(db, users, (index) => void insert.run(...filledUserRow(options, Number(places[index]), now)))
  db.prepare('UPDATE licenses SET current_users = ? WHERE id >= ?').run(usersPerLicense, firstLicenseId)
  db.prepare('UPDATE applications SET user_count = user_count + ? WHERE id = ?').run(users, applicationId)
}

/** The users in the order of their IDs: a table larger than the cache is then written once, from one end to the other. */
function placesById(users: number): BigUint64Array {
  const pairs = new BigUint64Array(users)
  for (let place = 0; place < users; place += 1) pairs[place] = (BigInt(filledUser(place).id) << 32n) | BigInt(place)
  return pairs.sort().map((pair) => pair & 0xffff_ffffn)
}

function fillActivity(db: DatabaseSync, { applicationId, users, activity }: FillOptions): void {
  const insert = db.prepare(
    `INSERT INTO activity (${activityColumns}) VALUES (${Array(activityColumnCount).fill('?').join(', ')})`,
  )
  const userOf = (place: number): FilledUser => filledUser(users === 0 ? place % 1_000_000 : place % users)
  const rows = activityRows(applicationId, activity, userOf)
  inTransactions(db, activity, () => void insert.run(...(rows.next().value as string[])))
  // as a server leaves it that wrote them: no event waits for its webhooks
  db.exec("UPDATE installation SET value = (SELECT CAST(max(id) AS TEXT) FROM activity) WHERE name = 'queued_activity'")
  db.prepare("INSERT INTO counters (application_id, name, day, count) VALUES (?, 'activity', 0, ?)").run(
    applicationId,
    activity,
  )
  db.exec(`INSERT INTO event_days SELECT application_id, event, created_at / ${dayMs}, sum(count) FROM activity
    GROUP BY 1, 2, 3`)
}

function fillSessions(db: DatabaseSync, { applicationId, users, sessions }: FillOptions): Filled {
  const now = Date.now()
  const insert = db.prepare(`INSERT INTO client_sessions (application_id, user_id, token_hash, hwid, ip_address,
    user_agent, started_at, last_seen_at) VALUES (?, ?, ?, ?, '127.0.0.1', 'keywright-bench', ?, ?)`)
  const chosen: SeededUser[] = []
  const tokens: string[] = []
  inTransactions(db, sessions, (index) => {
    const user = sessionUser(index, users, sessions)
    const token = newSessionToken(new Date(now))
    insert.run(applicationId, user.id, hashToken(token), user.hwid, now, now)
    chosen.push(user)
    tokens.push(token)
  })
  return { users: chosen, tokens }
}

function inTransactions(db: DatabaseSync, count: number, write: (place: number) => void): void {
  for (let start = 0; start < count; start += perTransaction) {
    db.exec('BEGIN')
    for (let place = start; place < Math.min(start + perTransaction, count); place += 1) write(place)
    db.exec('COMMIT')
  }
}
