import type { Selectable } from 'kysely'
import type { webhookNoticeReasons } from '../../../shared/contract/webhooks.ts'
import type { EventName } from '../../../shared/events.ts'
import type { WebhookFormat } from '../../../shared/webhook-formats.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull, defined, flag, type Patch } from '../columns.ts'

export type NoticeReason = (typeof webhookNoticeReasons)[number]

/** Destination and events of a webhook. */
export interface WebhookSettings {
  readonly url: string
  readonly format: WebhookFormat
  /** The format was derived from the URL, not chosen. */
  readonly isFormatDerived: boolean
  readonly events: readonly EventName[]
  readonly isActive: boolean
}

export interface NewWebhook extends WebhookSettings {
  readonly accountId: number
  /** null: every application of the account. */
  readonly applicationId: number | null
  readonly secret: string
}

export interface Webhook extends Omit<NewWebhook, 'secret'> {
  readonly id: number
  readonly previousSecretEndsAt: Date | null
  /** Why the server disabled the webhook. */
  readonly notice: { readonly reason: NoticeReason; readonly at: Date } | null
  /** Consecutive failed attempts. */
  readonly failures: number
  readonly failingSince: Date | null
  /** Backoff: nothing is sent before this. */
  readonly retryAt: Date | null
  readonly createdAt: Date
}

/** A webhook with its signing secrets: the current one, and the previous one during a rotation. */
export interface WebhookWithSecrets extends Webhook {
  readonly secrets: readonly string[]
}

type Row = Selectable<Tables['webhooks']>

/** Associated data: the ciphertext can't be decrypted in another row or column. */
const sealedFor = (id: number, what: 'url' | 'secret') => `webhook:${id}:${what}`

const sealUrl = (secrets: Secrets, id: number, url: string) => secrets.seal(sealedFor(id, 'url'), url)
export const sealSecret = (secrets: Secrets, id: number, secret: string) =>
  secrets.seal(sealedFor(id, 'secret'), secret)

export function toColumns(change: Patch<WebhookSettings>, id: number, secrets: Secrets) {
  return defined({
    url_sealed: change.url === undefined ? undefined : sealUrl(secrets, id, change.url),
    format: change.format,
    is_format_derived: change.isFormatDerived === undefined ? undefined : flag(change.isFormatDerived),
    events: change.events === undefined ? undefined : JSON.stringify(change.events),
    is_active: change.isActive === undefined ? undefined : flag(change.isActive),
  })
}

export function fromRow(row: Row, secrets: Secrets): Webhook {
  const { notice_reason: reason, notice_at: noticeAt } = row
  return {
    id: row.id,
    accountId: row.account_id,
    applicationId: row.application_id,
    url: secrets.open(sealedFor(row.id, 'url'), row.url_sealed),
    format: row.format as WebhookFormat,
    isFormatDerived: row.is_format_derived === 1,
    events: JSON.parse(row.events) as EventName[],
    isActive: row.is_active === 1,
    previousSecretEndsAt: dateOrNull(row.previous_secret_ends_at),
    notice: reason === null || noticeAt === null ? null : { reason: reason as NoticeReason, at: new Date(noticeAt) },
    failures: row.failures,
    failingSince: dateOrNull(row.failing_since),
    retryAt: dateOrNull(row.retry_at),
    createdAt: new Date(row.created_at),
  }
}

export function withSecrets(row: Row, secrets: Secrets, nowMs: number): WebhookWithSecrets {
  const isOverlapping = row.previous_secret_ends_at !== null && nowMs < row.previous_secret_ends_at
  const sealed = [
    row.secret_sealed,
    ...(isOverlapping && row.previous_secret_sealed ? [row.previous_secret_sealed] : []),
  ]
  return {
    ...fromRow(row, secrets),
    secrets: sealed.map((text) => secrets.open(sealedFor(row.id, 'secret'), text)),
  }
}

const maxCached = 2_000

/**
 * Secrets with a cache, for rows that are read again and again: decrypted values are cached by place and ciphertext.
 */
export function cacheOpened(secrets: Secrets): Secrets {
  const opened = new Map<string, string>()
  return {
    ...secrets,
    open(aad, sealed) {
      const place = `${aad} ${sealed}`
      const known = opened.get(place)
      if (known !== undefined) return known
      const text = secrets.open(aad, sealed)
      if (opened.size >= maxCached) opened.clear()
      opened.set(place, text)
      return text
    },
  }
}
