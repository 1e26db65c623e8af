import type { Selectable } from 'kysely'
import type { deliveryStatuses } from '../../shared/contract/webhooks.ts'
import type { EventName } from '../../shared/events.ts'
import type { Tables } from '../db/tables.ts'
import { dateOrNull } from './columns.ts'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A message to webhooks, about to be written with the event that it tells of. */
export interface NewMessage {
  /** The same for every webhook that hears of the event, and at every try. */
  readonly messageId: string
  readonly webhookIds: readonly number[]
  readonly applicationId: number
  readonly event: EventName
  /** The signed JSON; the chats' messages are made of it when it is sent. */
  readonly body: string
  readonly atMs: number
}

/** A sample of an event for one webhook: tried once, at once, by who asked for it. */
export interface NewSample extends Omit<NewMessage, 'webhookIds' | 'applicationId'> {
  readonly webhookId: number
  readonly applicationId: number | null
}

/** What a try came to. */
export interface TryResult {
  readonly triedAt: Date
  /** null: there was no answer. */
  readonly code: number | null
  readonly ms: number
  /** null: the receiver took it. */
  readonly error: string | null
  /** The beginning of the answer's body. */
  readonly answer: string | null
  /** Header of the request; null for formats that are not signed. */
  readonly signature: string | null
}

export interface Delivery {
  readonly webhookId: number
  readonly messageId: string
  readonly applicationId: number | null
  readonly event: EventName
  readonly isTest: boolean
  readonly body: string
  readonly status: DeliveryStatus
  /** Tries so far. */
  readonly attempt: number
  readonly nextTryAt: Date | null
  readonly createdAt: Date
  readonly triedAt: Date | null
  readonly code: number | null
  readonly ms: number | null
  readonly error: string | null
  readonly answer: string | null
  readonly signature: string | null
}

/** Columns of a message, in the order of `messageValues`. Written at every login, so also by the hot stores. */
export const messageColumns = 'message_id, webhook_ids, application_id, event, body, created_at'

export function messageValues({ messageId, webhookIds, applicationId, event, body, atMs }: NewMessage) {
  return [messageId, JSON.stringify(webhookIds), applicationId, event, body, atMs]
}

/** What a message `m` becomes for one of its webhooks: due at once. */
export const deliveryColumns = 'webhook_id, message_id, message_number, event, is_test, status, attempt, next_try_at'
export const deliveryOf = (webhookId: string) =>
  `${webhookId}, m.message_id, m.number, m.event, 0, 'pending', 0, m.created_at`

/** A delivery with what it has from its message. */
export type DeliveryRow = Selectable<Tables['deliveries']> &
  Pick<Selectable<Tables['webhook_messages']>, 'application_id' | 'body' | 'created_at'>

export function fromRow(row: DeliveryRow): Delivery {
  return {
    webhookId: row.webhook_id,
    messageId: row.message_id,
    applicationId: row.application_id,
    event: row.event as EventName,
    isTest: row.is_test === 1,
    body: row.body,
    status: row.status as DeliveryStatus,
    attempt: row.attempt,
    nextTryAt: dateOrNull(row.next_try_at),
    createdAt: new Date(row.created_at),
    triedAt: dateOrNull(row.tried_at),
    code: row.code,
    ms: row.ms,
    error: row.error,
    answer: row.answer,
    signature: row.signature,
  }
}
