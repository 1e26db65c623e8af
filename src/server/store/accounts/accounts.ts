import { type Kysely, type Selectable, sql } from 'kysely'
import type { Permission, Role } from '../../../shared/permissions.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { dateOrNull, flag } from '../columns.ts'
import { updatesRow } from '../row-results.ts'

/** A dashboard user. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly isActive: boolean
  readonly createdAt: Date
  readonly lastLogin: Date | null
  /** Rises with every change of what the account may do with applications of others. */
  readonly accessVersion: number
  /** In which its dates are shown; null: the browser's. */
  readonly timeZone: string | null
}

/** An account with its password hash and known devices. Only sign-in reads it. */
export interface AccountWithHash extends Account {
  readonly passwordHash: string
  readonly lastLoginIp: string | null
  /** Incremented to forget every known device. */
  readonly deviceGeneration: number
}

export interface NewAccount {
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly at: Date
}

export function accountStore(db: Kysely<Tables>) {
  return {
    find: async (id: number): Promise<Account | undefined> => {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && accountFromRow(row)
    },

    /** For re-authentication of a signed-in user. */
    findWithHash: async (id: number): Promise<AccountWithHash | undefined> => {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && withHash(row)
    },

    /** Ignores case and Unicode form. */
    findByEmail: async (email: string): Promise<AccountWithHash | undefined> => {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where('email_key', '=', canonical(email))
        .executeTakeFirst()
      return row && withHash(row)
    },

    /** Whether no account exists yet. */
    isEmpty: async (): Promise<boolean> => {
      return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
    },

    /** Returns the id. Fails with a unique violation when the email is taken. */
    insert: async (account: NewAccount): Promise<number> => {
      const { id } = await db
        .insertInto('accounts')
        .values({
          email: account.email,
          email_key: canonical(account.email),
          password_hash: account.passwordHash,
          role: account.role,
          permissions: JSON.stringify(account.permissions),
          is_active: flag(true),
          created_at: account.at.getTime(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /**
     * Records a sign-in and returns the current account. Undefined when the account is no longer active or its password
     * has changed since it was checked: such a sign-in must fail.
     */
    recordLogin: async (id: number, checkedHash: string, at: Date): Promise<Account | undefined> => {
      const row = await db
        .updateTable('accounts')
        .set({ last_login_at: at.getTime() })
        .where('id', '=', id)
        .where('is_active', '=', flag(true))
        .where('password_hash', '=', checkedHash)
        .returningAll()
        .executeTakeFirst()
      return row && accountFromRow(row)
    },

    /** Records a sign-in with a passkey alone. Undefined when the account is no longer active. */
    recordPasskeyLogin: async (id: number, at: Date): Promise<Account | undefined> => {
      const row = await db
        .updateTable('accounts')
        .set({ last_login_at: at.getTime() })
        .where('id', '=', id)
        .where('is_active', '=', flag(true))
        .returningAll()
        .executeTakeFirst()
      return row && accountFromRow(row)
    },

    /** Compare-and-set: replaces the hash that was checked; false when it has changed since. */
    replacePasswordHash: (id: number, checkedHash: string, passwordHash: string): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('accounts')
          .set({ password_hash: passwordHash })
          .where('id', '=', id)
          .where('password_hash', '=', checkedHash),
      ),

    /** Returns false when there is no such account. Also deletes the account's invite; the caller ends its sessions. */
    setPasswordHash: async (id: number, passwordHash: string): Promise<boolean> => {
      await db.deleteFrom('invites').where('account_id', '=', id).execute()
      return updatesRow(db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id))
    },

    /** Records the IP address of the sign-in, in the transaction that creates the session. */
    recordAddress: async (id: number, ip: string): Promise<void> => {
      await db.updateTable('accounts').set({ last_login_ip: ip }).where('id', '=', id).execute()
    },

    /** Forgets all known devices and networks of the account. */
    forgetDevices: async (id: number): Promise<void> => {
      await db
        .updateTable('accounts')
        .set({ last_login_ip: null, device_generation: sql`device_generation + 1` })
        .where('id', '=', id)
        .execute()
    },

    setTimeZone: (id: number, timeZone: string | null): Promise<boolean> =>
      updatesRow(db.updateTable('accounts').set({ time_zone: timeZone }).where('id', '=', id)),

    setNames: async (id: number, firstName: string | null, lastName: string | null): Promise<void> => {
      await db
        .updateTable('accounts')
        .set({ first_name: firstName, last_name: lastName })
        .where('id', '=', id)
        .execute()
    },
  }
}

const withHash = (row: Selectable<Tables['accounts']>): AccountWithHash => ({
  ...accountFromRow(row),
  passwordHash: row.password_hash,
  lastLoginIp: row.last_login_ip,
  deviceGeneration: row.device_generation,
})

/** For stores that join the account with their own row. */
export function accountFromRow(row: Selectable<Tables['accounts']>): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role as Role,
    permissions: JSON.parse(row.permissions) as Permission[],
    isActive: row.is_active === 1,
    createdAt: new Date(row.created_at),
    lastLogin: dateOrNull(row.last_login_at),
    accessVersion: row.access_version,
    timeZone: row.time_zone,
  }
}
