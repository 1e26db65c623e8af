import type { Kysely, Selectable } from 'kysely'
import type { blacklistTypes } from '../../shared/contract/blacklist.ts'
import type { Tables } from '../db/tables.ts'

export type BlacklistType = (typeof blacklistTypes)[number]

export interface NewBlacklistEntry {
  readonly accountId: number
  /** null: every application of the account. */
  readonly applicationId: number | null
  readonly type: BlacklistType
  readonly value: string
  /** The value in the form that is compared. */
  readonly valueKey: string
  readonly reason: string
}

export interface BlacklistEntry extends NewBlacklistEntry {
  readonly id: number
  readonly createdAt: Date
}

/** Blacklist entries of accounts and of their applications; those of a deleted application are gone. */
export function blacklistStore(db: Kysely<Tables>) {
  return {
    /** Everything on the account's lists, the newest first. */
    list: async (accountId: number): Promise<BlacklistEntry[]> => {
      const rows = await existing(db).where('account_id', '=', accountId).orderBy('id', 'desc').execute()
      return rows.map(fromRow)
    },
    /** What counts for one application: its own entries and its owner's account-wide ones. */
    forApplication: async (applicationId: number, ownerId: number): Promise<BlacklistEntry[]> => {
      const rows = await existing(db)
        .where('account_id', '=', ownerId)
        .where((eb) => eb.or([eb('application_id', 'is', null), eb('application_id', '=', applicationId)]))
        .orderBy('id', 'desc')
        .execute()
      return rows.map(fromRow)
    },
    find: async (id: number): Promise<BlacklistEntry | undefined> => {
      const row = await existing(db).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    /** Undefined when the value is on that list already, in whatever spelling. */
    insert: async (entry: NewBlacklistEntry, now: Date): Promise<BlacklistEntry | undefined> => {
      const row = await db
        .insertInto('blacklist')
        .values({
          account_id: entry.accountId,
          application_id: entry.applicationId,
          type: entry.type,
          value: entry.value,
          value_key: entry.valueKey,
          reason: entry.reason,
          created_at: now.getTime(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      return row && fromRow(row)
    },
    remove: async (accountId: number, id: number): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('blacklist')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0
    },
  }
}

const existing = (db: Kysely<Tables>) =>
  db
    .selectFrom('blacklist')
    .selectAll()
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('applications')
            .select('applications.id')
            .whereRef('applications.id', '=', 'blacklist.application_id')
            .where('deleted_at', 'is not', null),
        ),
      ),
    )

function fromRow(row: Selectable<Tables['blacklist']>): BlacklistEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    applicationId: row.application_id,
    type: row.type as BlacklistType,
    value: row.value,
    valueKey: row.value_key,
    reason: row.reason,
    createdAt: new Date(row.created_at),
  }
}
