import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { MailKind } from '../../../shared/mail.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull, dayMs, msOrNull } from '../columns.ts'
import { countRows } from '../row-results.ts'

export interface MailContent {
  readonly subject: string
  readonly text: string
}

export interface NewQueuedMail extends MailContent {
  readonly applicationId: number
  readonly kind: MailKind
  readonly to: string
  /** It is sent from then on. */
  readonly plannedAt: Date
  /** It is not sent afterwards; null: it always makes sense. */
  readonly expiresAt: Date | null
}

/** A mail that this server has claimed. */
export interface ClaimedMail extends MailContent {
  readonly id: number
  readonly applicationId: number
  readonly to: string
  /** Attempts before this one. */
  readonly attempts: number
  readonly expiresAt: Date | null
}

/** A mail that was given up. */
export interface FailedMail {
  readonly kind: MailKind
  readonly to: string
  readonly error: string
  readonly failedAt: Date
}

/** Whose mails are due. */
export interface DueSender {
  readonly applicationId: number
  /** Whether they go through the application's own mail server. */
  readonly hasOwnSmtp: boolean
}

/** Associated data: the ciphertext can't be decrypted in another application's row. */
const sealedFor = (applicationId: number, what: 'to' | 'text') => `app:${applicationId}:mail-${what}`

/** Any two numbers that nothing else locks. */
const queueLock = sql`select pg_advisory_xact_lock(7390, 1)`

/** No mail waits longer than that: a later time was planned by a wrong clock. */
const longestWaitMs = 2 * dayMs

const isDue = (now: Date) => {
  const nextAt = sql.ref('next_at')
  return sql<boolean>`(${nextAt} <= ${now.getTime()} or ${nextAt} > ${now.getTime() + longestWaitMs})`
}

/** The queue of mails, and what came of them. */
export function mailStore(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine']) {
  const ofApplication = (applicationId: number) => db.selectFrom('mails').where('application_id', '=', applicationId)
  const waiting = () => db.selectFrom('mails').where('next_at', 'is not', null)
  const lookup = (to: string) => secrets.lookup('mail-recipient', canonical(to))
  const settled = (id: number, at: Date, state: 'sent' | 'failed', error: string | null) =>
    db
      .updateTable('mails')
      .set((eb) => ({
        state,
        error,
        attempts: eb('attempts', '+', 1),
        next_at: null,
        content_sealed: null,
        settled_at: at.getTime(),
      }))
      .where('id', '=', id)
      .execute()

  return {
    /**
     * Whoever adds a mail waits for those that add one until their transactions end, so that limits hold exactly. Call
     * it last in a transaction: nothing else may be locked after it.
     */
    lockQueue: async (): Promise<void> => {
      if (engine === 'postgres') await queueLock.execute(db)
    },
    /** Whether so many wait, of an application or, with null, in all. */
    hasWaiting: async (applicationId: number | null, limit: number): Promise<boolean> => {
      const some = applicationId === null ? waiting() : waiting().where('application_id', '=', applicationId)
      return (await countUpTo(db, some, limit)) >= limit
    },
    /** The times of the last mails to a recipient, the newest first; those to come too. */
    plannedTimes: async (applicationId: number, to: string, limit: number): Promise<Date[]> => {
      const rows = await ofApplication(applicationId)
        .select('planned_at')
        .where('recipient_lookup', '=', lookup(to))
        .orderBy('planned_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => new Date(row.planned_at))
    },
    insert: async (mail: NewQueuedMail, now: Date): Promise<void> => {
      const { applicationId, kind, to, subject, text, plannedAt, expiresAt } = mail
      await db
        .insertInto('mails')
        .values({
          application_id: applicationId,
          kind,
          state: 'waiting',
          recipient_lookup: lookup(to),
          recipient_sealed: secrets.seal(sealedFor(applicationId, 'to'), to),
          content_sealed: secrets.seal(sealedFor(applicationId, 'text'), JSON.stringify({ subject, text })),
          attempts: 0,
          planned_at: plannedAt.getTime(),
          next_at: plannedAt.getTime(),
          expires_at: msOrNull(expiresAt),
          created_at: now.getTime(),
        })
        .execute()
    },
    /** Whose mails are due, by application. */
    dueSenders: async (now: Date): Promise<DueSender[]> => {
      const rows = await db
        .selectFrom(waiting().select('application_id').where(isDue(now)).distinct().as('due'))
        .leftJoin('mail_senders', 'mail_senders.application_id', 'due.application_id')
        .select('due.application_id')
        .select((eb) => eb('mail_senders.smtp_sealed', 'is not', null).as('has_own'))
        .execute()
      return rows
        .flatMap(({ application_id: applicationId, has_own }) =>
          applicationId === null ? [] : [{ applicationId, hasOwnSmtp: Boolean(has_own) }],
        )
        .sort((a, b) => a.applicationId - b.applicationId)
    },
    /** Takes the mail that is due longest: nobody else gets it until then. */
    claim: async (applicationId: number, now: Date, until: Date): Promise<ClaimedMail | undefined> => {
      const due = waiting()
        .select('id')
        .where('application_id', '=', applicationId)
        .where(isDue(now))
        .orderBy('next_at')
        .limit(1)
      const mine = engine === 'postgres' ? due.forUpdate().skipLocked() : due
      const row = await db
        .updateTable('mails')
        .set({ next_at: until.getTime() })
        .where('id', '=', mine)
        .returning(['id', 'recipient_sealed', 'content_sealed', 'attempts', 'expires_at'])
        .executeTakeFirst()
      if (!row || row.content_sealed === null) return undefined
      const content = secrets.open(sealedFor(applicationId, 'text'), row.content_sealed)
      return {
        id: row.id,
        applicationId,
        to: secrets.open(sealedFor(applicationId, 'to'), row.recipient_sealed),
        ...(JSON.parse(content) as MailContent),
        attempts: row.attempts,
        expiresAt: dateOrNull(row.expires_at),
      }
    },
    sent: (id: number, now: Date) => settled(id, now, 'sent', null),
    /** Gives a mail up. */
    failed: (id: number, error: string, now: Date) => settled(id, now, 'failed', error),
    /** An attempt failed, and another one follows. */
    tryAgain: async (id: number, error: string, nextAt: Date): Promise<void> => {
      await db
        .updateTable('mails')
        .set((eb) => ({ error, attempts: eb('attempts', '+', 1), next_at: nextAt.getTime() }))
        .where('id', '=', id)
        .execute()
    },
    /** Gives a claimed mail back that was not tried. */
    release: async (id: number, now: Date): Promise<void> => {
      await db.updateTable('mails').set({ next_at: now.getTime() }).where('id', '=', id).execute()
    },
    /** How the queue of an application stands; counts end at the limit. */
    summary: async (applicationId: number, limit: number, shown: number) => {
      const done = (state: 'sent' | 'failed') =>
        ofApplication(applicationId).where('state', '=', state).where('settled_at', 'is not', null)
      const newest = (state: 'sent' | 'failed') => done(state).orderBy('settled_at', 'desc')
      const last = await newest('sent').select('settled_at').limit(1).executeTakeFirst()
      const failures = await newest('failed')
        .select(['kind', 'recipient_sealed', 'error', 'settled_at'])
        .limit(shown)
        .execute()
      const delayed = await waiting()
        .select('error')
        .where('application_id', '=', applicationId)
        .where('error', 'is not', null)
        .orderBy('next_at')
        .limit(1)
        .executeTakeFirst()
      return {
        waiting: await countUpTo(db, waiting().where('application_id', '=', applicationId), limit),
        /** Why the last attempt of one that waits failed. */
        waitingError: delayed?.error ?? null,
        failed: await countUpTo(db, done('failed'), limit),
        lastSentAt: dateOrNull(last?.settled_at ?? null),
        failures: failures.map(
          (row): FailedMail => ({
            kind: row.kind as MailKind,
            to: secrets.open(sealedFor(applicationId, 'to'), row.recipient_sealed),
            error: row.error ?? '',
            failedAt: new Date(row.settled_at ?? 0),
          }),
        ),
      }
    },
    /** Deletes old ones; how many. */
    removeOld: async (before: Date, limit: number): Promise<number> => {
      const old = db.selectFrom('mails').select('id').where('created_at', '<', before.getTime()).limit(limit)
      const { numDeletedRows } = await db.deleteFrom('mails').where('id', 'in', old).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Counts no further than the limit. `query` names no columns. */
async function countUpTo(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, 'mails', object>,
  limit: number,
): Promise<number> {
  const some = query.select(sql.lit(1).as('one')).limit(limit)
  return countRows(db.selectFrom(some.as('some')))
}
