import { endByOwner, isLockTightened } from '../../events/end-by-owner.ts'
import type { Recorder } from '../../events/recorder.ts'
import { canonical } from '../../lib/canonical.ts'
import type { InspectedUser } from '../../store/app-users.ts'
import { defined } from '../../store/columns.ts'
import type { ImportedUser, SeatTaken } from '../../store/import-users.ts'
import type { StoreSet } from '../../store/index.ts'
import { compareFields, type Importer, type RowResult } from './importer.ts'
import { readUser, type UserRow, userColumns } from './read-user.ts'

interface Options {
  readonly applicationId: number
  readonly existing: 'skip' | 'update'
  readonly recorder: Recorder
  readonly hash: (password: string) => Promise<string>
}

interface Item {
  readonly row: UserRow
  /** Made of the file's plain password, once it is clear that it is needed. */
  hash?: string
}

/**
 * Users by name: who is there already is skipped or changed, and never gets another password. Who gets another machine is
 * signed out.
 */
export function userImporter({ applicationId, existing, recorder, hash }: Options): Importer<Item> {
  /** Seats that a dry run has given away so far; an import takes them for good. */
  const taken: SeatTaken = new Map()

  const decide = async (stores: StoreSet, items: readonly Item[], seats: SeatTaken): Promise<Planned[]> => {
    const names = items.map(({ row }) => canonical(row.username))
    const there = await stores.importUsers.existing(applicationId, names)
    const keys = items.flatMap(({ row }) => row.license_key ?? [])
    const licenses = await stores.importUsers.licenses(applicationId, keys)
    return items.map(({ row }, index) => {
      const user = there.get(names[index] ?? '')
      if (user) return existing === 'skip' ? { result: 'skipped', message: 'Exists already' } : changeOf(row, user)
      if (row.license_key === undefined) return { result: 'new' }
      const license = licenses.get(row.license_key)
      if (!license)
        return { result: 'wrong', field: 'license_key', message: 'No license of the application has this key' }
      const used = seats.get(license.id) ?? 0
      if (used >= license.freeSeats) {
        return { result: 'wrong', field: 'license_key', message: 'The license has no free seat' }
      }
      seats.set(license.id, used + 1)
      return { result: 'new', licenseId: license.id }
    })
  }

  return {
    columns: userColumns,
    action: 'user.import',
    read: (row) => {
      const read = readUser(row)
      return 'wrong' in read ? read : { item: { row: read.item } }
    },
    nameOf: ({ row }) => row.username,
    keyOf: ({ row }) => canonical(row.username),
    plan: (stores, items) => decide(stores, items, taken),
    async prepare(items, results) {
      for (const [index, item] of items.entries()) {
        const { password, password_hash } = item.row
        if (results[index]?.result !== 'new' || password === undefined || password_hash !== undefined) continue
        item.hash = await hash(password)
      }
    },
    async write(tx, items, now) {
      const planned = await decide(tx, items, new Map())
      const rows = planned.flatMap((plan, index) => {
        const item = items[index]
        return plan.result === 'new' && item ? [{ index, user: newUser(item, plan.licenseId ?? null, now) }] : []
      })
      const inserted = await tx.importUsers.insert(
        applicationId,
        rows.map(({ user }) => user),
      )
      for (const { index, user } of rows) {
        if (!inserted.has(canonical(user.username))) planned[index] = { result: 'skipped', message: 'Exists already' }
      }
      for (const { userId, change } of planned) {
        if (userId !== undefined && change) await tx.appUsers.update(applicationId, userId, change)
      }
      const moved = planned.flatMap(({ userId, isMoved }) => (userId !== undefined && isMoved ? [userId] : []))
      await endByOwner(recorder, tx, applicationId, moved, now)
      return planned
    },
  }
}

type Change = ReturnType<typeof wantedOf>

interface Planned extends RowResult {
  readonly licenseId?: number
  readonly userId?: number
  readonly change?: Change
  /** The change ends the user's sessions. */
  readonly isMoved?: boolean
}

function changeOf(row: UserRow, user: InspectedUser): Planned {
  const change = wantedOf(row)
  if (compareFields(user, change)) return { result: 'unchanged' }
  return { result: 'changed', userId: user.id, change, isMoved: isLockTightened(user, { ...user, ...change }) }
}

/** What the file says of a user who is there; never the password, never the license. */
function wantedOf(row: UserRow) {
  return defined({
    email: row.email,
    hwid: row.hwid,
    isHwidLocked: row.is_hwid_locked,
    expiresAt: row.expires_at,
    isActive: row.is_active,
    isPaused: row.is_paused,
    isBanned: row.is_banned,
    banReason: row.ban_reason,
  })
}

function newUser({ row, hash }: Item, licenseId: number | null, now: Date): ImportedUser {
  const passwordHash = row.password_hash ?? hash ?? ''
  return {
    username: row.username,
    email: row.email ?? null,
    // without a password nobody signs in: the account waits for one
    passwordHash,
    isActive: (row.is_active ?? true) && passwordHash !== '',
    isPaused: row.is_paused ?? false,
    isBanned: row.is_banned ?? false,
    banReason: row.ban_reason ?? null,
    hwid: row.hwid ?? null,
    isHwidLocked: row.is_hwid_locked ?? true,
    expiresAt: row.expires_at ?? null,
    licenseId,
    createdAt: row.created_at ?? now,
    lastLogin: row.last_login ?? null,
  }
}
