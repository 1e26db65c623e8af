import { importFields } from '../../../shared/import-fields.ts'
import { endUserSessions, isLockTightened } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import { canonical } from '../../lib/canonical.ts'
import { defined } from '../../store/columns.ts'
import type { StoreSet } from '../../store/index.ts'
import type { InspectedUser } from '../../store/users/app-users.ts'
import type { ImportedUser, SeatCounts } from '../../store/users/import-users.ts'
import { type HashPassword, hasSameFields, type Importer, type RowResult } from './importer.ts'
import { readUser, type UserRow } from './read-user.ts'

interface Options {
  readonly applicationId: number
  readonly existing: 'skip' | 'update'
  readonly recorder: Recorder
  readonly hash: HashPassword
}

interface Item {
  readonly row: UserRow
  readonly isRelativeExpiry: boolean
  /** Hash of the file's plain password; computed only once it is needed. */
  hash?: string
}

/**
 * Imports users by name: existing ones are skipped or updated, and never get another password. Users whose hardware ID
 * changes are signed out.
 */
export function userImporter({ applicationId, existing, recorder, hash }: Options): Importer<Item> {
  /** Seats that a dry run has claimed so far; a real import claims them in the store. */
  const plannedSeats: SeatCounts = new Map()

  const planRows = async (stores: StoreSet, items: readonly Item[], seats: SeatCounts): Promise<Planned[]> => {
    const names = items.map(({ row }) => canonical(row.username))
    const there = await stores.importUsers.existing(applicationId, names)
    const keys = items.flatMap(({ row }) => row.license_key ?? [])
    const licenses = await stores.importUsers.licenses(applicationId, keys)
    return items.map((item, index) => {
      const { row } = item
      if (row.kind === 'license') return { result: 'skipped', message: 'Made at the next login with the key' }
      const user = there.get(names[index] ?? '')
      if (user) return existing === 'skip' ? { result: 'skipped', message: 'Already exists' } : changeOf(item, user)
      if (row.license_key === undefined) return { result: 'new' }
      const license = licenses.get(row.license_key)
      if (!license)
        return { result: 'wrong', field: 'license_key', message: 'This application has no license with this key' }
      const used = seats.get(license.id) ?? 0
      if (used >= license.freeSeats) {
        return { result: 'wrong', field: 'license_key', message: 'The license has no free seat' }
      }
      seats.set(license.id, used + 1)
      return { result: 'new', licenseId: license.id }
    })
  }

  return {
    columns: importFields.users,
    entity: 'user',
    read: (row) => {
      const read = readUser(row)
      return 'wrong' in read ? read : { item: { row: read.item, isRelativeExpiry: row.isRelativeExpiry ?? false } }
    },
    nameOf: ({ row }) => row.username,
    keyOf: ({ row }) => canonical(row.username),
    endOf: ({ row }) => row.expires_at ?? null,
    plan: (stores, items) => planRows(stores, items, plannedSeats),
    async prepare(stores, items, whileWaiting) {
      // earlier rows of the file have claimed their seats by now
      const results = await planRows(stores, items, new Map())
      for (const [index, item] of items.entries()) {
        if (results[index]?.result !== 'new' || !needsHash(item)) continue
        item.hash = await hash(item.row.password ?? '', whileWaiting)
      }
    },
    async applyRows(tx, items, now) {
      await tx.importUsers.lock(applicationId, {
        names: items.map(({ row }) => canonical(row.username)),
        keys: items.flatMap(({ row }) => row.license_key ?? []),
      })
      const planned = (await planRows(tx, items, new Map())).map((plan, index) => {
        const item = items[index]
        return plan.result === 'new' && item && needsHash(item) ? changedMeanwhile : plan
      })
      const rows = planned.flatMap((plan, index) => {
        const item = items[index]
        return plan.result === 'new' && item ? [{ index, user: newUser(item, plan.licenseId ?? null, now) }] : []
      })
      const inserted = await tx.importUsers.insert(
        applicationId,
        rows.map(({ user }) => user),
        now,
      )
      for (const { index, user } of rows) {
        if (!inserted.has(canonical(user.username))) planned[index] = { result: 'skipped', message: 'Already exists' }
      }
      for (const { userId, change } of planned) {
        if (userId !== undefined && change) await tx.appUsers.update(applicationId, userId, change)
      }
      const moved = planned.flatMap(({ userId, isMoved }) => (userId !== undefined && isMoved ? [userId] : []))
      await endUserSessions(recorder, tx, applicationId, moved, now)
      return planned
    },
  }
}

type Change = ReturnType<typeof fieldsToChange>

interface Planned extends RowResult {
  readonly licenseId?: number
  readonly userId?: number
  readonly change?: Change
  /** The change ends the user's sessions. */
  readonly isMoved?: boolean
}

/** A password is stored as its hash or not at all. */
const needsHash = ({ row, hash }: Item) =>
  row.password !== undefined && row.password_hash === undefined && hash === undefined

/** A name or a seat became free after the decision which passwords to hash. */
const changedMeanwhile: Planned = { result: 'skipped', message: 'Changed during the import. Import it again.' }

function changeOf({ row, isRelativeExpiry }: Item, user: InspectedUser): Planned {
  const wanted = fieldsToChange(row)
  const change = isRelativeExpiry ? { ...wanted, ...keepEarlierExpiry(wanted, user) } : wanted
  if (hasSameFields(user, change)) return { result: 'unchanged' }
  return { result: 'changed', userId: user.id, change, isMoved: isLockTightened(user, { ...user, ...change }) }
}

/** The expiry is relative to now: an update must not add the remaining time a second time. */
function keepEarlierExpiry({ expiresAt: wanted }: Change, { expiresAt: given }: InspectedUser) {
  if (given === null) return {}
  return { expiresAt: wanted && wanted < given ? wanted : given }
}

/** What the file has about an existing user; never the password, never the license. */
function fieldsToChange(row: UserRow) {
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
    // without a password the user cannot log in: the account waits for one to be set
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
