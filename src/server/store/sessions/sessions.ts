import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { hashToken } from '../../lib/tokens.ts'
import { type Account, accountFromRow } from '../accounts/accounts.ts'
import { dateOrNull, flag } from '../columns.ts'

/** A signed-in browser. The token itself is known to the browser alone. */
export interface Session {
  readonly tokenHash: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  /** When its user last proved who they are; null in sessions of older versions. */
  readonly provedAt: Date | null
  readonly account: Account
}

/** A session as others than its browser see it. */
export interface SessionRow {
  /** Names the session outside the store; nobody signs in with it. */
  readonly id: string
  readonly tokenHash: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly ipAddress: string
  readonly userAgent: string
}

export interface NewSession {
  readonly tokenHash: string
  readonly accountId: number
  readonly createdAt: Date
  readonly ipAddress: string
  readonly userAgent: string
}

/** Sessions of the dashboard. Those of end-users are in `client-sessions.ts`. */
export function sessionStore(db: Kysely<Tables>) {
  return {
    /** A session with its account as it is now; none when the account is switched off. */
    find: async (tokenHash: string): Promise<Session | undefined> => {
      const row = await db
        .selectFrom('dashboard_sessions as session')
        .innerJoin('accounts as account', 'account.id', 'session.account_id')
        .selectAll('account')
        .select(['session.created_at as session_created_at', 'session.last_seen_at', 'session.proved_at'])
        .where('session.token_hash', '=', tokenHash)
        .where('account.is_active', '=', flag(true))
        .executeTakeFirst()
      return (
        row && {
          tokenHash,
          createdAt: new Date(row.session_created_at),
          lastSeenAt: new Date(row.last_seen_at),
          provedAt: dateOrNull(row.proved_at),
          account: accountFromRow(row),
        }
      )
    },

    insert: async (session: NewSession): Promise<void> => {
      await db
        .insertInto('dashboard_sessions')
        .values({
          token_hash: session.tokenHash,
          account_id: session.accountId,
          created_at: session.createdAt.getTime(),
          last_seen_at: session.createdAt.getTime(),
          ip_address: session.ipAddress,
          user_agent: session.userAgent,
          // who just signed in has just proved it
          proved_at: session.createdAt.getTime(),
        })
        .execute()
    },

    /** Notes that the user of a session has proved who they are. */
    markReauthenticated: async (tokenHash: string, at: Date): Promise<void> => {
      await db
        .updateTable('dashboard_sessions')
        .set({ proved_at: at.getTime() })
        .where('token_hash', '=', tokenHash)
        .execute()
    },

    /** Ends one session of an account by the id of the list; false when there is none. */
    removeById: async (accountId: number, id: string): Promise<boolean> => {
      const rows = await db
        .selectFrom('dashboard_sessions')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .execute()
      const tokenHash = rows.map((row) => row.token_hash).find((each) => sessionId(each) === id)
      if (tokenHash === undefined) return false
      const { numDeletedRows } = await db
        .deleteFrom('dashboard_sessions')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** An ended session stays ended: this never brings one back. */
    touch: async (tokenHash: string, at: Date): Promise<void> => {
      await db
        .updateTable('dashboard_sessions')
        .set({ last_seen_at: at.getTime() })
        .where('token_hash', '=', tokenHash)
        .execute()
    },

    /** Removing a session that is gone already is no error. */
    remove: async (tokenHash: string): Promise<void> => {
      await db.deleteFrom('dashboard_sessions').where('token_hash', '=', tokenHash).execute()
    },

    /** Signs an account out everywhere; returns how many sessions ended. */
    removeByAccount: async (accountId: number): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom('dashboard_sessions')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Where an account is signed in, the latest seen first. */
    listByAccount: async (accountId: number, seenAfter: Date): Promise<SessionRow[]> => {
      const rows = await db
        .selectFrom('dashboard_sessions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('last_seen_at', '>', seenAfter.getTime())
        .orderBy('last_seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map((row) => ({
        id: sessionId(row.token_hash),
        tokenHash: row.token_hash,
        createdAt: new Date(row.created_at),
        lastSeenAt: new Date(row.last_seen_at),
        ipAddress: row.ip_address,
        userAgent: row.user_agent,
      }))
    },

    /** Drops what nobody can use any more: not seen since the one time, or begun before the other. */
    removeStale: async (notSeenSince: Date, begunBefore: Date): Promise<void> => {
      await db
        .deleteFrom('dashboard_sessions')
        .where((where) =>
          where.or([
            where('last_seen_at', '<=', notSeenSince.getTime()),
            where('created_at', '<=', begunBefore.getTime()),
          ]),
        )
        .execute()
    },
  }
}

/** A name for a session that leads back to neither its token nor the hash that lies in the database. */
function sessionId(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 22)
}

/** Values that one statement takes; PostgreSQL and SQLite take many times more. */
const perStatement = 500

/** Whether many dashboard sessions are what they were, in one look. */
export function sessionFingerprintStore(db: Kysely<Tables>) {
  return {
    /**
     * A mark for each of these sessions that changes when its account, role or permissions do; none for a session that
     * ended or whose account is switched off.
     */
    async find(tokenHashes: readonly string[]): Promise<Map<string, string>> {
      const fingerprints = new Map<string, string>()
      for (let start = 0; start < tokenHashes.length; start += perStatement) {
        const rows = await db
          .selectFrom('dashboard_sessions as session')
          .innerJoin('accounts as account', 'account.id', 'session.account_id')
          .select(['session.token_hash', 'account.id', 'account.role', 'account.permissions'])
          .where('session.token_hash', 'in', tokenHashes.slice(start, start + perStatement))
          .where('account.is_active', '=', 1)
          .execute()
        for (const row of rows) fingerprints.set(row.token_hash, `${row.id} ${row.role} ${row.permissions}`)
      }
      return fingerprints
    },
  }
}
