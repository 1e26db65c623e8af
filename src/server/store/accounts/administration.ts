import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Permission, Role } from '../../../shared/permissions.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull, defined, flag } from '../columns.ts'
import { type Position, readSlice, type Slice } from '../keyset-pagination.ts'
import { countRows, updatesRow } from '../row-results.ts'
import { type Account, accountFromRow } from './accounts.ts'
import { transferApplications } from './transfer-applications.ts'

/** An account with what user management shows. */
export interface AccountOverview extends Account {
  /** When its invite link expires; null without one. */
  readonly invitedUntil: Date | null
  readonly applicationCount: number
  readonly sessionCount: number
}

export interface AccountChange {
  readonly role?: Role | undefined
  readonly permissions?: readonly Permission[] | undefined
  readonly isActive?: boolean | undefined
}

/** Result of a change; `stale`: the account has changed since it was read. */
export type ChangeResult = 'done' | 'stale' | 'last_owner'

const oldestFirst = { column: 'id', isDescending: false, nulls: 'none' } as const

/** Management of other users' accounts. */
export function administrationStore(db: Kysely<Tables>) {
  const overviews = (seenAfter: Date) =>
    db
      .selectFrom('accounts')
      .leftJoin('invites', 'invites.account_id', 'accounts.id')
      .selectAll('accounts')
      .select(['invites.expires_at as invited_until'])
      .select((select) => [
        select
          .selectFrom('applications')
          .whereRef('applications.owner_id', '=', 'accounts.id')
          .where('applications.deleted_at', 'is', null)
          .select((count) => count.fn.countAll<number>().as('count'))
          .as('application_count'),
        select
          .selectFrom('dashboard_sessions')
          .whereRef('dashboard_sessions.account_id', '=', 'accounts.id')
          .where('dashboard_sessions.last_seen_at', '>', seenAfter.getTime())
          .select((count) => count.fn.countAll<number>().as('count'))
          .as('session_count'),
      ])
  type Row = Awaited<ReturnType<ReturnType<typeof overviews>['executeTakeFirstOrThrow']>>
  const fromRow = (row: Row): AccountOverview => ({
    ...accountFromRow(row),
    invitedUntil: dateOrNull(row.invited_until),
    applicationCount: Number(row.application_count),
    sessionCount: Number(row.session_count),
  })

  return {
    count: (): Promise<number> => countRows(db.selectFrom('accounts')),

    /** One page, oldest first. Sessions last seen before `seenAfter` are not counted. */
    list: async (seenAfter: Date, after: Position | undefined, limit: number): Promise<Slice<AccountOverview>> => {
      const slice = await readSlice('accounts', oldestFirst, after, limit, ({ where, orderBy, limit: size }) =>
        overviews(seenAfter).where(where).orderBy(orderBy).limit(size).execute(),
      )
      return { rows: slice.rows.map(fromRow), next: slice.next }
    },

    find: async (id: number, seenAfter: Date): Promise<AccountOverview | undefined> => {
      const row = await overviews(seenAfter).where('accounts.id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },

    /**
     * Changes the account unless it has changed since it was read. The last active owner is protected by one
     * conditional statement. Transactions that may remove an owner take a lock first, so two at once see each other's
     * result.
     */
    update: async (seen: Account, change: AccountChange): Promise<ChangeResult> => {
      const { role, permissions, isActive } = change
      const losesOwner = isActiveOwner(seen) && !isActiveOwner({ ...seen, ...defined(change) })
      if (losesOwner) await lockOwners(db)
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set(
          defined({
            role,
            permissions: permissions && JSON.stringify(permissions),
            is_active: isActive === undefined ? undefined : flag(isActive),
          }),
        )
        .where(isUnchanged(seen))
        .where(losesOwner ? anotherOwner : sql<boolean>`1 = 1`)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? 'done' : failureReason(db, seen)
    },

    /** Locks the account until the transaction ends; false when it has changed since it was read. */
    lock: (seen: Account): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('accounts')
          .set((eb) => ({ created_at: eb.ref('created_at') }))
          .where(isUnchanged(seen)),
      ),

    /**
     * Deletes the account unless it has changed since it was read, with its sessions, invites and own lists. Its
     * applications must be gone.
     */
    remove: async (seen: Account): Promise<ChangeResult> => {
      const losesOwner = isActiveOwner(seen)
      if (losesOwner) await lockOwners(db)
      const { numDeletedRows } = await db
        .deleteFrom('accounts')
        .where(isUnchanged(seen))
        .where(losesOwner ? anotherOwner : sql<boolean>`1 = 1`)
        .executeTakeFirst()
      return numDeletedRows > 0n ? 'done' : failureReason(db, seen)
    },

    /** Locks out other transactions that may remove an owner. */
    waitForOwners: (): Promise<void> => lockOwners(db),

    /** Transfers the applications of one account to another; returns how many. */
    transferApplications: (from: number, to: number): Promise<number> => transferApplications(db, from, to),

    /** The email addresses of active owners. */
    ownerEmails: async (): Promise<string[]> => {
      const query = db.selectFrom('accounts').select('email').where('role', '=', 'owner')
      const rows = await query.where('is_active', '=', flag(true)).orderBy('id').execute()
      return rows.map(({ email }) => email)
    },

    /** The longest-standing active owner other than the given one. */
    oldestOwner: async (except: number): Promise<Account | undefined> => {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where('role', '=', 'owner')
        .where('is_active', '=', flag(true))
        .where('id', '!=', except)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row && accountFromRow(row)
    },
  }
}

/** Locks out other transactions that may remove an owner. */
async function lockOwners(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('installation').set({ value: '' }).where('name', '=', 'owners').execute()
}

const isActiveOwner = ({ role, isActive }: Pick<Account, 'role' | 'isActive'>) => role === 'owner' && isActive

const anotherOwner = sql<boolean>`(select count(*) from accounts as owners
  where owners.role = 'owner' and owners.is_active = 1) > 1`

function isUnchanged({ id, role, permissions, isActive }: Account): RawBuilder<boolean> {
  return sql`(id = ${id} and role = ${role} and permissions = ${JSON.stringify(permissions)}
    and is_active = ${flag(isActive)})`
}

/** Why the update changed no row: the account has changed, or it is the last owner. */
async function failureReason(db: Kysely<Tables>, seen: Account): Promise<ChangeResult> {
  const row = await db.selectFrom('accounts').select('id').where(isUnchanged(seen)).executeTakeFirst()
  return row ? 'last_owner' : 'stale'
}
