import { type Kysely, type Selectable, sql } from 'kysely'
import type { blacklistTypes } from '../../../shared/contract/blacklist.ts'
import type { Tables } from '../../db/tables.ts'
import { compareTexts } from '../../lib/compare-texts.ts'
import { slicesOf } from '../../lib/slices.ts'
import { dateOrNull } from '../columns.ts'
import { countRows, deletesRow } from '../row-results.ts'
import { liveSessionsAfter, type SessionKeys, usersAfter, usersNamed } from './blacklist-reach.ts'
import { outlivesApplication } from './deleted-applications.ts'

export type BlacklistType = (typeof blacklistTypes)[number]

export interface NewBlacklistEntry {
  readonly accountId: number
  /** null: every application of the account. */
  readonly applicationId: number | null
  readonly type: BlacklistType
  readonly value: string
  /** The normalized value, which is compared. */
  readonly valueKey: string
  readonly reason: string
  /** The user whose ban adds it; lifting the ban removes it. */
  readonly bannedUserId?: number
}

export interface BlacklistEntry extends NewBlacklistEntry {
  readonly id: number
  readonly createdAt: Date
  /** How often it has blocked a client. */
  readonly hits: number
  readonly lastHitAt: Date | null
}

/** Hits of an entry since the last write. */
export interface BlacklistHit {
  readonly entryId: number
  readonly count: number
  readonly lastAt: Date
}

/** Entries per insert statement: both databases limit the bound values of one statement. */
const insertRows = 500

/** Blacklist entries of accounts and their applications; those of a deleted application are left out. */
export function blacklistStore(db: Kysely<Tables>) {
  return {
    /** All entries of the account, and those of the applications that it is a member of; newest first. */
    list: async (accountId: number, memberOf: readonly number[] = []): Promise<BlacklistEntry[]> => {
      const isOwn = sql<boolean>`account_id = ${accountId}`
      // Both sides by the index of accounts: the entries of an application belong to its owner.
      const isOfMember = sql<boolean>`(account_id in (select owner_id from applications
        where id in (${sql.join(memberOf)})) and application_id in (${sql.join(memberOf)}))`
      const rows = await existing(db)
        .where(memberOf.length === 0 ? isOwn : sql<boolean>`(${isOwn} or ${isOfMember})`)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(fromRow)
    },
    /** The entries that apply to an application: its own and its owner's account-wide ones. */
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
    /** How many entries apply to an application. */
    countForApplication: (applicationId: number, ownerId: number): Promise<number> =>
      countRows(
        db
          .selectFrom('blacklist')
          .where('account_id', '=', ownerId)
          .where((eb) => eb.or([eb('application_id', 'is', null), eb('application_id', '=', applicationId)])),
      ),
    /** How many entries are account-wide. */
    countAccountWide: (accountId: number): Promise<number> =>
      countRows(db.selectFrom('blacklist').where('account_id', '=', accountId).where('application_id', 'is', null)),
    /** The normalized values of one type on this list. */
    valueKeys: async (
      accountId: number,
      applicationId: number | null,
      type: BlacklistType,
    ): Promise<ReadonlySet<string>> => {
      const rows = await db
        .selectFrom('blacklist')
        .select('value_key')
        .where('account_id', '=', accountId)
        .where(sql`coalesce(application_id, 0)`, '=', applicationId ?? 0)
        .where('type', '=', type)
        .execute()
      return new Set(rows.map((row) => row.value_key))
    },
    /** Undefined when the list already has the value. */
    insert: async (entry: NewBlacklistEntry, now: Date): Promise<BlacklistEntry | undefined> => {
      const row = await db
        .insertInto('blacklist')
        .values(toRow(entry, now))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      return row && fromRow(row)
    },
    /** Inserts the entries that the list doesn't have yet. */
    insertMany: async (entries: readonly NewBlacklistEntry[], now: Date): Promise<void> => {
      for (const slice of slicesOf(entries, insertRows)) {
        await db
          .insertInto('blacklist')
          .values(slice.map((entry) => toRow(entry, now)))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    },
    /**
     * Inserts the entries that the lists don't have yet, and returns how many each application got. They are inserted in
     * one order, whoever bans, so that two bans wait for each other and never in a circle.
     */
    insertOfBan: async (entries: readonly NewBlacklistEntry[], now: Date): Promise<ReadonlyMap<number, number>> => {
      const ordered = [...entries].sort(
        (a, b) => (a.applicationId ?? 0) - (b.applicationId ?? 0) || compareTexts(a.type, b.type),
      )
      const added = new Map<number, number>()
      for (const slice of slicesOf(ordered, insertRows)) {
        const rows = await db
          .insertInto('blacklist')
          .values(slice.map((entry) => toRow(entry, now)))
          .onConflict((conflict) => conflict.doNothing())
          .returning('application_id')
          .execute()
        count(added, rows)
      }
      return added
    },
    /** How many entries the ban of a user added, by application. */
    countOfBan: async (userId: number): Promise<ReadonlyMap<number, number>> => {
      const rows = await db
        .selectFrom('blacklist')
        .select('application_id')
        .where('banned_user_id', '=', userId)
        .execute()
      return count(new Map(), rows)
    },
    /** Removes what the ban of a user added to these applications, and returns how many entries each had. */
    removeOfBan: async (userId: number, applicationIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
      const rows = await db
        .deleteFrom('blacklist')
        .where('banned_user_id', '=', userId)
        .where('application_id', 'in', applicationIds)
        .returning('application_id')
        .execute()
      return count(new Map(), rows)
    },
    /** Adds in id order so that two nodes cannot deadlock. */
    addHits: async (hits: readonly BlacklistHit[]): Promise<void> => {
      for (const { entryId, count, lastAt } of [...hits].sort((a, b) => a.entryId - b.entryId)) {
        await db
          .updateTable('blacklist')
          .set((eb) => ({ hits: eb('hits', '+', count), last_hit_at: lastAt.getTime() }))
          .where('id', '=', entryId)
          .execute()
      }
    },
    remove: (accountId: number, id: number): Promise<boolean> =>
      deletesRow(db.deleteFrom('blacklist').where('account_id', '=', accountId).where('id', '=', id)),
    usersAfter: (applicationId: number, usernameKey: string, limit: number) =>
      usersAfter(db, applicationId, usernameKey, limit),
    usersNamed: (applicationId: number, usernameKey: string) => usersNamed(db, applicationId, usernameKey),
    liveSessionsAfter: (applicationId: number, after: Pick<SessionKeys, 'userId' | 'sessionId'>, limit: number) =>
      liveSessionsAfter(db, applicationId, after, limit),
  }
}

/** Adds up rows by application. */
function count(counts: Map<number, number>, rows: readonly { readonly application_id: number | null }[]) {
  for (const { application_id: id } of rows) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

const toRow = (entry: NewBlacklistEntry, now: Date) => ({
  account_id: entry.accountId,
  application_id: entry.applicationId,
  type: entry.type,
  value: entry.value,
  value_key: entry.valueKey,
  reason: entry.reason,
  created_at: now.getTime(),
  last_hit_at: null,
  banned_user_id: entry.bannedUserId ?? null,
})

const existing = (db: Kysely<Tables>) =>
  db.selectFrom('blacklist').selectAll().where(outlivesApplication('blacklist.application_id'))

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
    hits: row.hits,
    lastHitAt: dateOrNull(row.last_hit_at),
  }
}
