import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { holderKey, holderName } from '../../lib/license-holder.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { slicesOf } from '../../lib/slices.ts'
import { randomUserId } from '../../lib/tokens.ts'
import { flag, msOrNull } from '../columns.ts'
import { switchColumns } from '../licenses/hold-license.ts'
import { importLicenseStore } from '../licenses/import-licenses.ts'
import { lookup } from '../licenses/license-columns.ts'
import { claimSeats } from '../licenses/seats.ts'
import { addToCount } from '../own-row.ts'
import { endColumns, type InspectedUser, inspectedFromRow, type NewAppUser, toColumns } from './app-user-columns.ts'
import { matchingUsers } from './app-user-list.ts'
import { countHashes } from './hash-counts.ts'

/** A user of an import file; with an empty hash no password is correct. */
export interface ImportedUser extends NewAppUser {
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isBanned: boolean
  readonly banReason: string | null
  /** The holder of the license, whoever signs in with its key alone; the name is not stored. */
  readonly isHolder?: boolean
  readonly lastLogin: Date | null
  /** SHA-1 of the email address, where the file has no more than that. */
  readonly emailSha1?: string | null | undefined
}

/** What makes the user the only one: the canonical name, or what a license's holder has instead. */
export const importedKey = ({ username, isHolder, licenseId }: ImportedUser): string =>
  isHolder && licenseId !== null ? holderKey(licenseId) : canonical(username)

/** Claimed seats by license id. */
export type SeatCounts = Map<number, number>

/** Twenty values each: far below the limit of bound values of either engine. */
const rowsPerInsert = 250
/** Random ids may collide; then new ones are drawn. */
const maxAttempts = 5

/** Import of users in batches. Every call takes the application first. */
export function importUserStore(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine']) {
  const insertSome = async (applicationId: number, users: readonly ImportedUser[]): Promise<string[]> => {
    const inserted: string[] = []
    for (const slice of slicesOf(users, rowsPerInsert)) {
      const rows = await db
        .insertInto('app_users')
        .values(slice.map((user) => toImported(applicationId, user)))
        .onConflict((conflict) => conflict.doNothing())
        .returning('username_key')
        .execute()
      for (const { username_key } of rows) inserted.push(username_key)
    }
    return inserted
  }
  return {
    /** Locks the licenses of these keys until the transaction ends, before users, as everywhere. */
    lockLicenses: (applicationId: number, keys: readonly string[]): Promise<void> =>
      importLicenseStore(db, secrets, engine).lock(applicationId, keys),
    /** Locks these users until the transaction ends. */
    lockUsers: async (applicationId: number, names: readonly string[]): Promise<void> => {
      // SQLite transactions are serialized already.
      if (engine === 'sqlite') return
      await db
        .selectFrom('app_users')
        .select('id')
        .where('application_id', '=', applicationId)
        .where('username_key', 'in', names)
        .orderBy('id')
        .forUpdate()
        .execute()
    },
    /** Existing users, by canonical name. */
    existing: async (applicationId: number, usernameKeys: readonly string[]): Promise<Map<string, InspectedUser>> => {
      if (usernameKeys.length === 0) return new Map()
      const rows = await matchingUsers(db, applicationId, {})
        .selectAll('app_users')
        .select(endColumns)
        .where('username_key', 'in', usernameKeys)
        .execute()
      return new Map(rows.map((row) => [row.username_key, inspectedFromRow(row)]))
    },
    /** The licenses of these keys with their free seats. */
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
     * Claims the seats and inserts the users; returns the keys (`importedKey`) of those inserted: the others existed
     * already. The validity of a first-use license starts, as with a registration.
     */
    insert: async (applicationId: number, users: readonly ImportedUser[], now: Date): Promise<Set<string>> => {
      if (users.length === 0) return new Set()
      const made = new Set<string>()
      let pending = users
      for (let attempt = 0; attempt < maxAttempts && pending.length > 0; attempt += 1) {
        for (const key of await insertSome(applicationId, pending)) made.add(key)
        pending = users.filter((user) => !made.has(importedKey(user)))
      }
      const added = users.filter((user) => made.has(importedKey(user)))
      const taken = seatsOf(added)
      for (const [licenseId, seats] of taken) await claimSeats(db, licenseId, seats, now)
      await countHashes(db, applicationId, { added: added.map(({ passwordHash }) => passwordHash) })
      await addToCount(db, 'user_count', applicationId, made.size)
      return made
    },
    /**
     * Turns on a license that was imported as used, now that its user is here, and lets it last as long as what the user
     * had, which several keys may have extended.
     */
    turnOn: async (applicationId: number, licenseId: number, until: Date): Promise<void> => {
      const untilMs = until.getTime()
      await db
        .updateTable('licenses')
        .set({
          ...switchColumns(true),
          expires_at: sql<number>`case when expires_at > ${untilMs} then expires_at else ${untilMs} end`,
        })
        .where('application_id', '=', applicationId)
        .where('id', '=', licenseId)
        .execute()
    },
  }
}

/** In license id order, the lock order everywhere. */
function seatsOf(users: readonly ImportedUser[]): [number, number][] {
  const seats: SeatCounts = new Map()
  for (const { licenseId } of users) if (licenseId !== null) seats.set(licenseId, (seats.get(licenseId) ?? 0) + 1)
  return [...seats].sort(([a], [b]) => a - b)
}

function toImported(applicationId: number, user: ImportedUser) {
  return {
    id: randomUserId(),
    ...toColumns(applicationId, user),
    // in every row: a column that one row of an insert lacks is null there
    kind: 'account',
    ...(user.isHolder && user.licenseId !== null && holderColumns(user.licenseId)),
    is_active: flag(user.isActive),
    is_paused: flag(user.isPaused),
    is_banned: flag(user.isBanned),
    ban_reason: user.banReason,
    last_login_at: msOrNull(user.lastLogin),
    email_sha1: user.emailSha1 ?? null,
  }
}

const holderColumns = (licenseId: number) => ({
  username: holderName(licenseId),
  username_key: holderKey(licenseId),
  kind: 'license',
})
