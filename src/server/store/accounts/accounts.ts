import { type Kysely, type Selectable, sql } from 'kysely'
import type { Permission, Role } from '../../../shared/permissions.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { dateOrNull, flag } from '../columns.ts'

/** A user of the dashboard. */
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
}

/** An account with what its password is checked against, and its known devices; nobody but sign-in asks for it. */
export interface AccountWithHash extends Account {
  readonly passwordHash: string
  readonly lastLoginIp: string | null
  /** Counts on whenever no device is to be known any more. */
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

    /** For who is signed in and is asked for the password once more. */
    findWithHash: async (id: number): Promise<AccountWithHash | undefined> => {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && withHash(row)
    },

    /** Upper and lower case and the Unicode form of the address make no difference. */
    findByEmail: async (email: string): Promise<AccountWithHash | undefined> => {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where('email_key', '=', canonical(email))
        .executeTakeFirst()
      return row && withHash(row)
    },

    /** Whether anybody can own this installation already. */
    isEmpty: async (): Promise<boolean> => {
      return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
    },

    /** Returns the id. Fails as a unique violation when the e-mail address is taken. */
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
     * Records a sign-in and returns the account as it is now. Undefined when the account is not active any more or its
     * password is no longer the one that was checked: such a sign-in must fail.
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

    /** Records a sign-in with a passkey alone. Undefined when the account is not active any more. */
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

    /** Replaces the hash that was checked; false when it is another one by now, and then that one stays. */
    replacePasswordHash: async (id: number, checkedHash: string, passwordHash: string): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({ password_hash: passwordHash })
        .where('id', '=', id)
        .where('password_hash', '=', checkedHash)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns false when there is no such account. An invite ends with it; ending sessions is the caller's part. */
    setPasswordHash: async (id: number, passwordHash: string): Promise<boolean> => {
      await db.deleteFrom('invites').where('account_id', '=', id).execute()
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({ password_hash: passwordHash })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Notes from where its user signed in, in the transaction that begins the session. */
    recordAddress: async (id: number, ip: string): Promise<void> => {
      await db.updateTable('accounts').set({ last_login_ip: ip }).where('id', '=', id).execute()
    },

    /** No browser and no network is known any more as one of its user's. */
    forgetDevices: async (id: number): Promise<void> => {
      await db
        .updateTable('accounts')
        .set({ last_login_ip: null, device_generation: sql`device_generation + 1` })
        .where('id', '=', id)
        .execute()
    },

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

/** For stores that read an account along with their own row. */
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
  }
}
