import { type Kysely, type Selectable, sql } from 'kysely'
import { sessionLiveMs } from '../../../shared/constants.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { findsRow } from '../row-results.ts'

export type EndReason = 'timeout' | 'logout' | 'replaced' | 'ended_by_owner'

export interface NewClientSession {
  readonly userId: number
  readonly tokenHash: string
  readonly hwid: string | null
  readonly ipAddress: string
  readonly userAgent: string
  readonly at: Date
  /** A login of the same user, IP address and device was just made. */
  readonly isProved: boolean
  /** The user's license. */
  readonly licenseId?: number | null
  /** The client library, as `clientOf` names it. */
  readonly client?: string
}

export interface EndedSession {
  readonly id: number
  readonly applicationId: number
  readonly userId: number
  /** null once the user was deleted. */
  readonly username: string | null
  readonly ipAddress: string
  readonly userAgent: string
}

export interface ClientSession {
  readonly id: number
  readonly userId: number
  /** null once the user was deleted. */
  readonly username: string | null
  readonly hwid: string | null
  readonly ipAddress: string
  readonly userAgent: string
  readonly startedAt: Date
  readonly lastSeenAtMs: number
}

/** The state of the user that the decision about a session start was based on. */
export interface UserSnapshot {
  readonly id: number
  readonly hwid: string | null
  readonly isHwidLocked: boolean
  readonly passwordHash: string
  readonly seats: number
}

const ended = ['id', 'application_id', 'user_id', 'ip_address', 'user_agent'] as const

/** Client sessions. Ending is conditional: when two callers end the same session, exactly one succeeds. */
export function clientSessionStore(db: Kysely<Tables>, engine: Database['engine']) {
  const endWhere = (reason: EndReason, at: Date) =>
    db
      .updateTable('client_sessions')
      .set({ ended_at: at.getTime(), end_reason: reason })
      .where('ended_at', 'is', null)
      .returning(ended)
      .returning((eb) =>
        eb
          .selectFrom('app_users')
          .select('username')
          .whereRef('app_users.id', '=', 'client_sessions.user_id')
          .whereRef('app_users.application_id', '=', 'client_sessions.application_id')
          .as('username'),
      )

  return {
    /** Throws a unique violation when the application used the token before. */
    async insert(applicationId: number, session: NewClientSession): Promise<void> {
      const at = session.at.getTime()
      await db
        .insertInto('client_sessions')
        .values({
          application_id: applicationId,
          user_id: session.userId,
          token_hash: session.tokenHash,
          hwid: session.hwid,
          ip_address: session.ipAddress,
          user_agent: session.userAgent,
          started_at: at,
          last_seen_at: at,
          proved_at: session.isProved ? at : null,
          license_id: session.licenseId,
          client: session.client,
        })
        .execute()
    },

    /** Whether any session of the application, live or ended, has the token. */
    isTokenUsed(applicationId: number, tokenHash: string): Promise<boolean> {
      return findsRow(
        db
          .selectFrom('client_sessions')
          .select('id')
          .where('application_id', '=', applicationId)
          .where('token_hash', '=', tokenHash),
      )
    },

    /** Locks the user's row. False when password hash, hardware lock or seats changed since the decision read them. */
    async lockUserIfUnchanged(applicationId: number, seen: UserSnapshot): Promise<boolean> {
      const query = db
        .selectFrom('app_users')
        .select(['hwid', 'is_hwid_locked', 'password_hash', 'seats'])
        .where('id', '=', seen.id)
        .where('application_id', '=', applicationId)
      // SQLite transactions are serialized already.
      const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
      if (!row) return false
      const isSameLock = row.hwid === seen.hwid && (row.is_hwid_locked === 1) === seen.isHwidLocked
      return isSameLock && row.password_hash === seen.passwordHash && row.seats === seen.seats
    },

    /**
     * Locks the license, and reads how many live sessions its users may have together; null: any number. Lock order:
     * license before its users.
     */
    async lockLicenseLimit(applicationId: number, licenseId: number): Promise<number | null> {
      const query = db
        .selectFrom('licenses')
        .select('max_sessions')
        .where('id', '=', licenseId)
        .where('application_id', '=', applicationId)
      // SQLite transactions are serialized already. Registrations with the license don't wait.
      const row = await (engine === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst()
      return row?.max_sessions ?? null
    },

    /** Locks the user's row: other transactions that start a session of this user, or bind a device, wait. */
    async lockUser(applicationId: number, userId: number): Promise<boolean> {
      const result = await db
        .updateTable('app_users')
        .set((eb) => ({ id: eb.ref('id') }))
        .where('id', '=', userId)
        .where('application_id', '=', applicationId)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** A user's sessions that have not ended, oldest first, including stale ones that the sweeper hasn't ended yet. */
    async liveOf(
      applicationId: number,
      userId: number,
    ): Promise<readonly { readonly id: number; readonly lastSeenAtMs: number }[]> {
      return db
        .selectFrom('client_sessions')
        .select(['id', 'last_seen_at as lastSeenAtMs'])
        .where('application_id', '=', applicationId)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .orderBy('id')
        .execute()
    },

    /** The same of all users of a license. */
    async liveOfLicense(
      applicationId: number,
      licenseId: number,
    ): Promise<readonly { readonly id: number; readonly lastSeenAtMs: number }[]> {
      return (
        db
          .selectFrom('client_sessions')
          .select(['id', 'last_seen_at as lastSeenAtMs'])
          // the plus keeps both engines from the application's indexes
          .where(sql<boolean>`+application_id = ${applicationId}`)
          .where('license_id', '=', licenseId)
          .where('ended_at', 'is', null)
          .orderBy('id')
          .execute()
      )
    },

    async endById(id: number, reason: EndReason, at: Date): Promise<EndedSession | undefined> {
      return (await endWhere(reason, at).where('id', '=', id).execute()).map(fromRow)[0]
    },

    /** Sessions that have not ended, newest first, with user names, including stale ones. */
    async list(
      applicationId: number,
      userId: number | undefined,
      before: number | undefined,
      limit: number,
    ): Promise<ClientSession[]> {
      let query = db
        .selectFrom('client_sessions')
        .leftJoin('app_users', (join) =>
          join
            .onRef('app_users.id', '=', 'client_sessions.user_id')
            .onRef('app_users.application_id', '=', 'client_sessions.application_id'),
        )
        .selectAll('client_sessions')
        .select('app_users.username')
        .where('client_sessions.application_id', '=', applicationId)
        .where('ended_at', 'is', null)
        .orderBy('client_sessions.id', 'desc')
        .limit(limit)
      if (userId !== undefined) query = query.where('client_sessions.user_id', '=', userId)
      if (before !== undefined) query = query.where('client_sessions.id', '<', before)
      return (await query.execute()).map(sessionFromRow)
    },

    /** Ends one session of the application. */
    async endOne(applicationId: number, id: number, reason: EndReason, at: Date): Promise<EndedSession | undefined> {
      const rows = await endWhere(reason, at).where('application_id', '=', applicationId).where('id', '=', id).execute()
      return rows.map(fromRow)[0]
    },

    /** Ends a batch of the application's sessions; returns those that this call ended. */
    async endSome(applicationId: number, reason: EndReason, at: Date, limit: number): Promise<EndedSession[]> {
      const rows = await endWhere(reason, at)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('client_sessions')
            .select('id')
            .where('application_id', '=', applicationId)
            .where('ended_at', 'is', null)
            .limit(limit),
        )
        .execute()
      return rows.map(fromRow)
    },

    async endForUsers(
      applicationId: number,
      userIds: readonly number[],
      reason: EndReason,
      at: Date,
    ): Promise<EndedSession[]> {
      if (userIds.length === 0) return []
      const rows = await endWhere(reason, at)
        .where('application_id', '=', applicationId)
        .where('user_id', 'in', userIds)
        .execute()
      return rows.map(fromRow)
    },

    /** Ends the user's sessions on a device, and those that named none. */
    async endOfDevice(
      applicationId: number,
      userId: number,
      hwid: string,
      reason: EndReason,
      at: Date,
    ): Promise<EndedSession[]> {
      const rows = await endWhere(reason, at)
        .where('application_id', '=', applicationId)
        .where('user_id', '=', userId)
        .where((eb) => eb.or([eb('hwid', '=', hwid), eb('hwid', 'is', null)]))
        .execute()
      return rows.map(fromRow)
    },

    /** Ends a batch of sessions last seen before `cutoff`; returns those that this call ended. */
    async endStale(cutoff: Date, at: Date, limit: number): Promise<EndedSession[]> {
      const rows = await endWhere('timeout', at)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('client_sessions')
            .select('id')
            .where('ended_at', 'is', null)
            .where('last_seen_at', '<', cutoff.getTime())
            .orderBy('last_seen_at')
            .limit(limit),
        )
        // Checked again on the row itself: on PostgreSQL another node may have updated it while this one waited for the
        // lock.
        .where('last_seen_at', '<', cutoff.getTime())
        .execute()
      return rows.map(fromRow)
    },

    /**
     * Clamps last-seen times in the future (the clock was set back) to now, in batches; returns how many. Otherwise
     * those sessions would be live until the clock has caught up.
     */
    async clampFutureLastSeen(now: Date, toleranceMs: number, limit: number): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('client_sessions')
        .set({ last_seen_at: now.getTime() })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('client_sessions')
            .select('id')
            .where('ended_at', 'is', null)
            .where('last_seen_at', '>', now.getTime() + toleranceMs)
            .limit(limit),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    /** How many sessions of all applications have not ended: their number in an index, so not for a request. */
    async countAll(): Promise<number> {
      const { count } = await db
        .selectFrom('client_sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /**
     * How many sessions of the application are live: last seen within 90 s. Counted by an index of those that have not
     * ended, less the few that the sweeper is about to end; `+` keeps both engines from another index.
     */
    async countLive(applicationId: number, now: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from client_sessions where application_id = ${applicationId} and ended_at is null)
          - (select count(*) from client_sessions where +application_id = ${applicationId} and ended_at is null
              and last_seen_at < ${now.getTime() - sessionLiveMs}) as count`.execute(db)
      return Number(rows[0]?.count ?? 0)
    },

    /**
     * Deletes a batch of sessions that ended before `cutoff`. Tokens are random, so a deleted one doesn't come back.
     */
    async removeEnded(cutoff: Date, limit: number): Promise<number> {
      const result = await db
        .deleteFrom('client_sessions')
        .where('id', 'in', (eb) =>
          eb.selectFrom('client_sessions').select('id').where('ended_at', '<', cutoff.getTime()).limit(limit),
        )
        .executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

function sessionFromRow(row: Selectable<Tables['client_sessions']> & { username: string | null }): ClientSession {
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    hwid: row.hwid,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    startedAt: new Date(row.started_at),
    lastSeenAtMs: row.last_seen_at,
  }
}

function fromRow(row: {
  id: number
  application_id: number
  user_id: number
  username: string | null
  ip_address: string
  user_agent: string
}): EndedSession {
  return {
    id: row.id,
    applicationId: row.application_id,
    userId: row.user_id,
    username: row.username,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  }
}
