import { type Kysely, sql } from 'kysely'
import type { EventName } from '../../../shared/events.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { outlivesApplication } from '../applications/deleted-applications.ts'
import { flag, msOrNull, type Patch } from '../columns.ts'
import { type Position, readSlice, type Slice } from '../keyset-pagination.ts'
import { countRows, updatesRow } from '../row-results.ts'
import {
  cacheOpened,
  fromRow,
  type NewWebhook,
  type NoticeReason,
  sealSecret,
  toColumns,
  type Webhook,
  type WebhookSettings,
  type WebhookWithSecrets,
  withSecrets,
} from './webhook-columns.ts'

export type { NewWebhook, NoticeReason, Webhook, WebhookSettings, WebhookWithSecrets } from './webhook-columns.ts'

/** All webhooks of an account, or those that receive an application's events. */
export interface WebhookScope {
  readonly accountId: number
  readonly applicationId?: number | undefined
  /** Applications of others whose webhooks belong to the list too. */
  readonly memberOf?: readonly number[]
}

export interface WebhookFilter {
  readonly isActive?: boolean | undefined
  readonly event?: EventName | undefined
}

/** A webhook's subscription to an application's events. */
interface Subscription {
  readonly webhookId: number
  readonly events: ReadonlySet<EventName>
}

export interface Subscriptions {
  readonly applicationName: string
  readonly webhooks: readonly Subscription[]
}

/** Health of an endpoint: consecutive failures, since when, and the end of its backoff. */
export interface EndpointHealth {
  readonly failures: number
  readonly failingSince: Date | null
  readonly retryAt: Date | null
}

/** Webhooks of accounts and their applications. A deleted one disappears at once; its deliveries are purged later. */
export function webhookStore(db: Kysely<Tables>, secrets: Secrets) {
  const find = async (id: number): Promise<Webhook | undefined> => {
    const row = await existing(db).where('id', '=', id).executeTakeFirst()
    return row && fromRow(row, secrets)
  }
  const cachedSecrets = cacheOpened(secrets)
  return {
    find,
    findWithSecrets: async (id: number, now: Date): Promise<WebhookWithSecrets | undefined> => {
      const row = await existing(db).where('id', '=', id).executeTakeFirst()
      return row && withSecrets(row, secrets, now.getTime())
    },
    /** The active ones among these. */
    activeWithSecrets: async (ids: readonly number[], now: Date): Promise<WebhookWithSecrets[]> => {
      const rows = await existing(db).where('id', 'in', ids).where('is_active', '=', 1).execute()
      return rows.map((row) => withSecrets(row, cachedSecrets, now.getTime()))
    },
    list: async (
      scope: WebhookScope,
      filter: WebhookFilter,
      isDescending: boolean,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<Webhook>> => {
      const order = { column: 'id', isDescending, nulls: 'none' } as const
      const slice = await readSlice('webhooks', order, after, limit, (segment) =>
        matching(db, scope, filter).where(segment.where).orderBy(segment.orderBy).limit(segment.limit).execute(),
      )
      return { rows: slice.rows.map((row) => fromRow(row, secrets)), next: slice.next }
    },
    count: (scope: WebhookScope, filter: WebhookFilter): Promise<number> =>
      countRows(matching(db, scope, filter).clearSelect()),
    /** How many of those that receive an application's events were disabled because they failed. */
    countDisabledFor: (scope: WebhookScope): Promise<number> =>
      countRows(matching(db, scope, { isActive: false }).clearSelect().where('notice_at', 'is not', null)),
    /** How many an application has, or, with null, how many are account-wide. */
    countAt: (accountId: number, applicationId: number | null): Promise<number> =>
      countRows(
        existing(db)
          .clearSelect()
          .where('account_id', '=', accountId)
          .where('application_id', applicationId === null ? 'is' : '=', applicationId),
      ),
    insert: async (webhook: NewWebhook, now: Date): Promise<Webhook> => {
      const { id } = await db
        .insertInto('webhooks')
        .values({
          account_id: webhook.accountId,
          application_id: webhook.applicationId,
          format: webhook.format,
          is_format_derived: flag(webhook.isFormatDerived),
          events: JSON.stringify(webhook.events),
          is_active: flag(webhook.isActive),
          // Encrypted for the id, which is known only after the insert.
          url_sealed: '',
          secret_sealed: '',
          created_at: now.getTime(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const row = await db
        .updateTable('webhooks')
        .set({
          ...toColumns({ url: webhook.url }, id, secrets),
          secret_sealed: sealSecret(secrets, id, webhook.secret),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return fromRow(row, secrets)
    },
    /** Enabling an endpoint or changing its URL resets its failures and backoff. */
    update: async (id: number, change: Patch<WebhookSettings>): Promise<Webhook | undefined> => {
      const columns = toColumns(change, id, secrets)
      if (Object.keys(columns).length === 0) return find(id)
      const healthy =
        change.isActive || change.url !== undefined
          ? { failures: 0, failing_since: null, retry_at: null, notice_reason: null, notice_at: null }
          : {}
      await db
        .updateTable('webhooks')
        .set({ ...columns, ...healthy })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute()
      return find(id)
    },
    /** Rotates the secret; the previous one also signs until `previousEndsAt`, or not at all. */
    replaceSecret: async (id: number, secret: string, previousEndsAt: Date | null): Promise<Webhook | undefined> => {
      await db
        .updateTable('webhooks')
        .set((eb) => ({
          secret_sealed: sealSecret(secrets, id, secret),
          previous_secret_sealed: previousEndsAt === null ? null : eb.ref('secret_sealed'),
          previous_secret_ends_at: msOrNull(previousEndsAt),
        }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute()
      return find(id)
    },
    remove: (id: number, now: Date): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('webhooks')
          .set({ deleted_at: now.getTime(), is_active: 0 })
          .where('id', '=', id)
          .where('deleted_at', 'is', null),
      ),
    /**
     * The active webhooks subscribed to an application; undefined when there is no such application. Read twice a
     * second.
     */
    subscriptions: async (applicationId: number): Promise<Subscriptions | undefined> => {
      const { rows } = await sql<{ name: string; id: number | null; events: string | null }>`
        SELECT a.name, w.id, w.events FROM applications a LEFT JOIN webhooks w ON w.account_id = a.owner_id
          AND w.is_active = 1 AND w.deleted_at IS NULL AND (w.application_id IS NULL OR w.application_id = a.id)
        WHERE a.id = ${applicationId} ORDER BY w.id`.execute(db)
      const [first] = rows
      if (!first) return undefined
      const webhooks = rows.flatMap(({ id, events }) =>
        id === null || events === null ? [] : [{ webhookId: id, events: new Set(JSON.parse(events) as EventName[]) }],
      )
      return { applicationName: first.name, webhooks }
    },
    /** Resets the failures after a success; usually there are none, and nothing is written. */
    resetFailures: async (id: number): Promise<void> => {
      await db
        .updateTable('webhooks')
        .set({ failures: 0, failing_since: null, retry_at: null })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('failures', '>', 0), eb('retry_at', 'is not', null)]))
        .execute()
    },
    /** Counts a failed attempt and returns the endpoint's health. */
    countFailure: async (id: number, now: Date): Promise<EndpointHealth | undefined> => {
      const row = await db
        .updateTable('webhooks')
        .set({ failures: sql`failures + 1`, failing_since: sql`coalesce(failing_since, ${now.getTime()})` })
        .where('id', '=', id)
        .returning(['failures', 'failing_since', 'retry_at'])
        .executeTakeFirst()
      return (
        row && {
          failures: row.failures,
          failingSince: row.failing_since === null ? null : new Date(row.failing_since),
          retryAt: row.retry_at === null ? null : new Date(row.retry_at),
        }
      )
    },
    /** Backoff: nothing is sent to the endpoint before this. */
    backOffUntil: async (id: number, at: Date): Promise<void> => {
      await db.updateTable('webhooks').set({ retry_at: at.getTime() }).where('id', '=', id).execute()
    },
    /** Ends every backoff that would last until after `latest`. */
    endBackoffsAfter: async (latest: Date): Promise<void> => {
      await db.updateTable('webhooks').set({ retry_at: null }).where('retry_at', '>', latest.getTime()).execute()
    },
    /** Disables an endpoint that keeps failing, with the reason; false when it was inactive already. */
    disable: (id: number, reason: NoticeReason, now: Date): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('webhooks')
          .set({ is_active: 0, notice_reason: reason, notice_at: now.getTime(), retry_at: null })
          .where('id', '=', id)
          .where('is_active', '=', 1),
      ),
  }
}

/** Without those of deleted applications. */
const existing = (db: Kysely<Tables>) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(outlivesApplication('webhooks.application_id'))

function matching(
  db: Kysely<Tables>,
  { accountId, applicationId, memberOf = [] }: WebhookScope,
  filter: WebhookFilter,
) {
  const isOwn = sql<boolean>`account_id = ${accountId}`
  // Both sides by the index of accounts: the webhooks of an application belong to its owner.
  const isOfMember = sql<boolean>`(account_id in (select owner_id from applications where id in (${sql.join(memberOf)}))
    and application_id in (${sql.join(memberOf)}))`
  let query = existing(db).where(memberOf.length === 0 ? isOwn : sql<boolean>`(${isOwn} or ${isOfMember})`)
  if (applicationId !== undefined) {
    query = query.where((eb) => eb.or([eb('application_id', 'is', null), eb('application_id', '=', applicationId)]))
  }
  if (filter.isActive !== undefined) query = query.where('is_active', '=', flag(filter.isActive))
  // Event names contain no wildcards, and in quotes none is part of another.
  if (filter.event !== undefined) query = query.where('events', 'like', `%"${filter.event}"%`)
  return query
}
