import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashToken, newSessionToken } from '../src/server/lib/tokens.ts'
import { activityRows, type FilledUser, filledColumns } from './fill-activity.ts'
import type { Seeded, SeededUser } from './seed.ts'

export interface FillOptions {
  readonly dataDir: string
  readonly applicationId: number
  readonly passwordHash: string
  readonly users: number
  /** Users of one license; the license IDs exist already and are consecutive. */
  readonly usersPerLicense: number
  readonly firstLicenseId: number
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
  const db = new DatabaseSync(join(options.dataDir, 'keywright.db'), { enableForeignKeyConstraints: false })
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

/** IDs look random and are unique, as the server's are. */
const userIdAt = (place: number) => Math.imul(place + 1, 1_103_515_245) >>> 1 || 1
const letters = (place: number) => (Math.imul(place + 1, 2_654_435_761) >>> 0).toString(36).padStart(7, '0')

export function filledUser(place: number): SeededUser {
  const hwid = (Math.imul(place + 1, 40_503) >>> 0).toString(16).padStart(8, '0').repeat(4)
  return { id: userIdAt(place), username: `${letters(place)}-${place}`, hwid }
}

function fillUsers(
  db: DatabaseSync,
  { applicationId, passwordHash, users, usersPerLicense, firstLicenseId }: FillOptions,
) {
  const now = Date.now()
  const insert = db.prepare(`INSERT INTO app_users (id, application_id, username, username_key, email, email_key,
    password_hash, is_active, is_paused, is_banned, hwid, hwid_key, is_hwid_locked, expires_at, license_id,
    last_login_at, last_login_ip, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`)
  inTransactions(db, users, (place) => {
    const { id, username, hwid } = filledUser(place)
    const email = `${username}@example.com`
    const isPaused = place % 500 === 7 ? 1 : 0
    const isBanned = place % 1_000 === 9 ? 1 : 0
    const expiresAt = place % 3 === 0 ? null : now + ((place % 400) - 30) * dayMs
    const lastLoginAt = place % 10 === 0 ? null : now - (place % 7_776_000) * 1_000
    const ip = lastLoginAt === null ? null : `10.${place % 200}.${place % 251}.${place % 241}`
    const licenseId = firstLicenseId + Math.floor(place / usersPerLicense)
    const createdAt = now - (users - place) * 5_000
    insert.run(
      id,
      applicationId,
      username,
      username,
      email,
      email,
      passwordHash,
      isPaused,
      isBanned,
      hwid,
      hwid,
      expiresAt,
      licenseId,
      lastLoginAt,
      ip,
      createdAt,
    )
  })
  db.prepare('UPDATE licenses SET current_users = ? WHERE id >= ?').run(usersPerLicense, firstLicenseId)
  db.prepare('UPDATE applications SET user_count = user_count + ? WHERE id = ?').run(users, applicationId)
}

function fillActivity(db: DatabaseSync, { applicationId, users, activity }: FillOptions): void {
  const insert = db.prepare(
    `INSERT INTO activity (${filledColumns.join(', ')}) VALUES (${filledColumns.map(() => '?').join(', ')})`,
  )
  const userOf = (place: number): FilledUser => filledUser(users === 0 ? place % 1_000_000 : place % users)
  const rows = activityRows(applicationId, activity, userOf)
  inTransactions(db, activity, () => void insert.run(...(rows.next().value as string[])))
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
    // Multiples of twelve are neither paused nor banned, and never expire.
    const place = index * Math.floor(users / sessions / 12) * 12
    const user = filledUser(place)
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
