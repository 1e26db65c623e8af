import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { randomUserId } from '../../lib/tokens.ts'
import { flag, msOrNull } from '../columns.ts'
import { importLicenseStore } from '../licenses/import-licenses.ts'
import { lookup } from '../licenses/license-columns.ts'
import { type InspectedUser, inspectedFromRow, type NewAppUser, toColumns } from './app-user-columns.ts'
import { matchingUsers } from './app-user-list.ts'
import { countHashes } from './hash-counts.ts'

/** A user as a file has it; a blank hash is a password that nobody has. */
export interface ImportedUser extends NewAppUser {
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isBanned: boolean
  readonly banReason: string | null
  readonly lastLogin: Date | null
}

/** Seats given away by license id. */
export type SeatCounts = Map<number, number>

/** Twenty values each: far below what either engine binds. */
const rowsPerInsert = 250
/** Two random ids of a few million meet once in a while, and then are drawn again. */
const draws = 5

/** Users out of a file, some hundred at a time. Every call begins with the application. */
export function importUserStore(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine']) {
  const insertSome = async (applicationId: number, users: readonly ImportedUser[]): Promise<string[]> => {
    const inserted: string[] = []
    for (let start = 0; start < users.length; start += rowsPerInsert) {
      const rows = await db
        .insertInto('app_users')
        .values(users.slice(start, start + rowsPerInsert).map((user) => toImported(applicationId, user)))
        .onConflict((conflict) => conflict.doNothing())
        .returning('username_key')
        .execute()
      for (const { username_key } of rows) inserted.push(username_key)
    }
    return inserted
  }
  return {
    /**
     * Nobody else changes these users, or takes a seat of these licenses, until the transaction's end. Licenses are locked
     * before users, by everybody.
     */
    lock: async (applicationId: number, { names, keys }: { names: readonly string[]; keys: readonly string[] }) => {
      await importLicenseStore(db, secrets, engine).lock(applicationId, keys)
      // SQLite runs one transaction after the other.
      if (engine === 'sqlite' || names.length === 0) return
      await db
        .selectFrom('app_users')
        .select('id')
        .where('application_id', '=', applicationId)
        .where('username_key', 'in', names)
        .orderBy('id')
        .forUpdate()
        .execute()
    },
    /** Those of the names that are there, by canonical name. */
    existing: async (applicationId: number, usernameKeys: readonly string[]): Promise<Map<string, InspectedUser>> => {
      if (usernameKeys.length === 0) return new Map()
      const rows = await matchingUsers(db, applicationId, {})
        .selectAll('app_users')
        .select('licenses.expires_at as license_expires_at')
        .where('username_key', 'in', usernameKeys)
        .execute()
      return new Map(rows.map((row) => [row.username_key, inspectedFromRow(row)]))
    },
    /** The licenses of these keys and how many more users they take. */
    licenses: async (applicationId: number, keys: readonly string[]) => {
      if (keys.length === 0) return new Map<string, { id: number; freeSeats: number }>()
      const wanted = new Map(keys.map((key) => [lookup(secrets, key), key]))
      const rows = await db
        .selectFrom('licenses')
        .select(['id', 'key_lookup', sql<number>`max_users - current_users`.as('free')])
        .where('application_id', '=', applicationId)
        .where('key_lookup', 'in', [...wanted.keys()])
        .execute()
      const free = new Map(rows.map(({ id, key_lookup, free }) => [key_lookup, { id, freeSeats: Number(free) }]))
      return new Map(
        keys.flatMap((key) => {
          const license = free.get(lookup(secrets, key))
          return license ? [[key, license] as const] : []
        }),
      )
    },
    /**
     * Takes the seats and makes the users; returns the canonical names of those made: the others were there already. The
     * validity of a first-use license starts, as at a registration.
     */
    insert: async (applicationId: number, users: readonly ImportedUser[], now: Date): Promise<Set<string>> => {
      if (users.length === 0) return new Set()
      const made = new Set<string>()
      let waiting = users
      for (let draw = 0; draw < draws && waiting.length > 0; draw += 1) {
        for (const key of await insertSome(applicationId, waiting)) made.add(key)
        waiting = users.filter(({ username }) => !made.has(canonical(username)))
      }
      const added = users.filter(({ username }) => made.has(canonical(username)))
      const taken = seatsOf(added)
      for (const [licenseId, seats] of taken) await claimSeats(licenseId, seats, now)
      await countHashes(db, applicationId, { added: added.map(({ passwordHash }) => passwordHash) })
      await db
        .updateTable('applications')
        .set({ user_count: sql`user_count + ${sql.lit(made.size)}` })
        .where('id', '=', applicationId)
        .execute()
      return made
    },
  }

  /** More users than seats break the table's own rule, and with it the whole batch. */
  async function claimSeats(licenseId: number, seats: number, now: Date): Promise<void> {
    await db
      .updateTable('licenses')
      .set({
        current_users: sql`current_users + ${sql.lit(seats)}`,
        expires_at: sql`coalesce(expires_at, ${now.getTime()} + validity_days * 86400000)`,
      })
      .where('id', '=', licenseId)
      .execute()
  }
}

/** In the order of the licenses' ids, in which everybody locks them. */
function seatsOf(users: readonly ImportedUser[]): [number, number][] {
  const seats: SeatCounts = new Map()
  for (const { licenseId } of users) if (licenseId !== null) seats.set(licenseId, (seats.get(licenseId) ?? 0) + 1)
  return [...seats].sort(([a], [b]) => a - b)
}

function toImported(applicationId: number, user: ImportedUser) {
  return {
    id: randomUserId(),
    ...toColumns(applicationId, user),
    is_active: flag(user.isActive),
    is_paused: flag(user.isPaused),
    is_banned: flag(user.isBanned),
    ban_reason: user.banReason,
    last_login_at: msOrNull(user.lastLogin),
  }
}
