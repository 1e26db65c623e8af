import type { Kysely, Updateable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { slicesOf } from '../../lib/slices.ts'
import { hashToken } from '../../lib/tokens.ts'
import { type Account, accountFromRow } from '../accounts/accounts.ts'
import { dateOrNull, flag } from '../columns.ts'
import { deletesRow } from '../row-results.ts'

/** A signed-in browser. Only the hash of its token is stored. */
export interface Session {
  readonly tokenHash: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  /** When the user last re-authenticated; null in sessions of older versions. */
  readonly provedAt: Date | null
  readonly account: Account
}

/** A session as shown in the list of sessions. */
export interface SessionRow {
  /** Public id of the session; it can't be used to sign in. */
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

/** Dashboard sessions. Client sessions are in `client-sessions.ts`. */
export function sessionStore(db: Kysely<Tables>) {
  const change = async (tokenHash: string, values: Updateable<Tables['dashboard_sessions']>): Promise<void> => {
    await db.updateTable('dashboard_sessions').set(values).where('token_hash', '=', tokenHash).execute()
  }
  return {
    /** A session with its current account; undefined when the account is disabled. */
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
          // signing in counts as authentication
          proved_at: session.createdAt.getTime(),
        })
        .execute()
    },

    /** Records a re-authentication. */
    markReauthenticated: (tokenHash: string, at: Date): Promise<void> => change(tokenHash, { proved_at: at.getTime() }),

    /** Ends one session of an account by its public id; false when there is none. */
    removeById: async (accountId: number, id: string): Promise<boolean> => {
      const rows = await db
        .selectFrom('dashboard_sessions')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .execute()
      const tokenHash = rows.map((row) => row.token_hash).find((each) => sessionId(each) === id)
      if (tokenHash === undefined) return false
      return deletesRow(db.deleteFrom('dashboard_sessions').where('token_hash', '=', tokenHash))
    },

    /** Never restores an ended session. */
    touch: (tokenHash: string, at: Date): Promise<void> => change(tokenHash, { last_seen_at: at.getTime() }),

    /** Removing a missing session is no error. */
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

    /** The account's sessions, most recently seen first. */
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

    /** Deletes expired sessions: not seen since `notSeenSince`, or begun before `begunBefore`. */
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

/** A public id from which neither the token nor its stored hash can be derived. */
function sessionId(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 22)
}

/** Bound values per statement, far below the limit of either engine. */
const perStatement = 500

/** Checks many dashboard sessions for changes in one query. */
export function sessionFingerprintStore(db: Kysely<Tables>) {
  return {
    /**
     * A fingerprint per session that changes with account, role, permissions or memberships; none when the session ended or the
     * account is inactive.
     */
    async find(tokenHashes: readonly string[]): Promise<Map<string, string>> {
      const fingerprints = new Map<string, string>()
      for (const slice of slicesOf(tokenHashes, perStatement)) {
        const rows = await db
          .selectFrom('dashboard_sessions as session')
          .innerJoin('accounts as account', 'account.id', 'session.account_id')
          .select(['session.token_hash', 'account.id', 'account.role', 'account.permissions', 'account.access_version'])
          .where('session.token_hash', 'in', slice)
          .where('account.is_active', '=', 1)
          .execute()
        for (const row of rows) {
          fingerprints.set(row.token_hash, `${row.id} ${row.role} ${row.permissions} ${row.access_version}`)
        }
      }
      return fingerprints
    },
  }
}
