import { neverExpires } from '../../../shared/constants.ts'
import { importFields } from '../../../shared/import-fields.ts'
import { endUserSessions, isLockTightened } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import { canonical } from '../../lib/canonical.ts'
import { holderHash, holderKey } from '../../lib/license-holder.ts'
import { defined } from '../../store/columns.ts'
import type { StoreSet } from '../../store/index.ts'
import type { InspectedUser } from '../../store/users/app-users.ts'
import { type ImportedUser, importedKey, type SeatCounts } from '../../store/users/import-users.ts'
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
  readonly isFromKeyAuth: boolean
  readonly emailSha1: string | undefined
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
    const licenses = await stores.importUsers.licenses(applicationId, items.flatMap(keysOf))
    const names = items.map((item) => nameKeyOf(item, licenses))
    const there = await stores.importUsers.existing(applicationId, names)
    return items.map((item, index) => {
      const { row, isFromKeyAuth } = item
      if (row.kind === 'license') return { result: 'skipped', message: 'Made at the next login with the key' }
      const user = there.get(names[index] ?? '')
      if (user) return existing === 'skip' ? { result: 'skipped', message: 'Already exists' } : changeOf(item, user)
      const held = heldLicense(item, licenses)
      if (held === undefined && row.license_key === undefined) return { result: 'new' }
      const license = held ?? licenses.get(row.license_key ?? '')
      const refusal = license ? refusalOf(license, seats) : 'This application has no license with this key'
      if (refusal !== undefined && (held || !isFromKeyAuth))
        return { result: 'wrong', field: held ? 'username' : 'license_key', message: refusal }
      if (!license || refusal !== undefined) return { result: 'new', message: `Imported without a license: ${refusal}` }
      seats.set(license.id, (seats.get(license.id) ?? 0) + 1)
      if (!held) return { result: 'new', licenseId: license.id }
      return { result: 'new', licenseId: license.id, isHolder: true, message: 'Logs in with the license key' }
    })
  }

  return {
    columns: importFields.users,
    entity: 'user',
    read: (row) => {
      const read = readUser(row)
      const { isRelativeExpiry = false, isFromKeyAuth = false, emailSha1 } = row
      return 'wrong' in read ? read : { item: { row: read.item, isRelativeExpiry, isFromKeyAuth, emailSha1 } }
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
      const keys = items.flatMap(keysOf)
      await tx.importUsers.lockLicenses(applicationId, keys)
      const licenses = await tx.importUsers.licenses(applicationId, keys)
      await tx.importUsers.lockUsers(
        applicationId,
        items.map((item) => nameKeyOf(item, licenses)),
      )
      const planned = (await planRows(tx, items, new Map())).map((plan, index) => {
        const item = items[index]
        return plan.result === 'new' && item && needsHash(item) ? changedMeanwhile : plan
      })
      const rows = planned.flatMap((plan, index) => {
        const item = items[index]
        return plan.result === 'new' && item ? [{ index, user: newUser(item, plan, now) }] : []
      })
      const inserted = await tx.importUsers.insert(
        applicationId,
        rows.map(({ user }) => user),
        now,
      )
      for (const { index, user } of rows) {
        if (!inserted.has(importedKey(user))) planned[index] = { result: 'skipped', message: 'Already exists' }
        else if (user.licenseId !== null && isSubscribed(items[index]))
          await tx.importUsers.turnOn(applicationId, user.licenseId, user.expiresAt ?? new Date(neverExpires))
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
  readonly isHolder?: boolean
  readonly userId?: number
  readonly change?: Change
  /** The change ends the user's sessions. */
  readonly isMoved?: boolean
}

type Licenses = Awaited<ReturnType<StoreSet['importUsers']['licenses']>>

/** Keys that the row may be about. Where KeyAuth lets a key sign in alone, it makes a user whose name is the key. */
const keysOf = ({ row, isFromKeyAuth }: Item): string[] => [
  ...(row.license_key === undefined ? [] : [row.license_key]),
  ...(isFromKeyAuth ? [row.username] : []),
]

/** The license whose holder the row is: its name is the license's key. */
const heldLicense = ({ row, isFromKeyAuth }: Item, licenses: Licenses) =>
  isFromKeyAuth ? licenses.get(row.username) : undefined

/** What makes the user of the row the only one. */
function nameKeyOf(item: Item, licenses: Licenses): string {
  const license = heldLicense(item, licenses)
  return license ? holderKey(license.id) : canonical(item.row.username)
}

/** Whether the user had a subscription at KeyAuth, which the license now stands for. */
const isSubscribed = (item: Item | undefined): boolean =>
  item?.isFromKeyAuth === true && (item.row.license_key !== undefined || item.row.is_active !== false)

const refusalOf = ({ id, freeSeats }: { id: number; freeSeats: number }, seats: SeatCounts): string | undefined =>
  (seats.get(id) ?? 0) < freeSeats ? undefined : 'The license has no free seat'

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

function newUser(
  { row, hash, isFromKeyAuth, emailSha1 }: Item,
  { licenseId, isHolder = false }: Planned,
  now: Date,
): ImportedUser {
  const passwordHash = isHolder ? holderHash : (row.password_hash ?? hash ?? '')
  return {
    username: row.username,
    isHolder,
    email: isHolder ? null : (row.email ?? null),
    emailSha1: isHolder ? null : (emailSha1 ?? null),
    // without a password nobody can log in: the account waits for one to be set, in the portal or by its developer
    passwordHash,
    isActive: (row.is_active ?? true) && (isHolder || isFromKeyAuth || passwordHash !== ''),
    isPaused: row.is_paused ?? false,
    isBanned: row.is_banned ?? false,
    banReason: row.ban_reason ?? null,
    hwid: row.hwid ?? null,
    isHwidLocked: row.is_hwid_locked ?? true,
    expiresAt: row.expires_at ?? null,
    licenseId: licenseId ?? null,
    createdAt: row.created_at ?? now,
    lastLogin: row.last_login ?? null,
  }
}
