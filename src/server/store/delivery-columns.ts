import type { Selectable } from 'kysely'
import type { deliveryStatuses } from '../../shared/contract/webhooks.ts'
import type { EventName } from '../../shared/events.ts'
import type { Tables } from '../db/tables.ts'
import { dateOrNull, flag } from './columns.ts'

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

/** A message to one of them. */
export interface NewDelivery {
  readonly webhookId: number
  readonly messageId: string
  readonly applicationId: number | null
  readonly event: EventName
  /** A sample: tried once, at once, by who asked for it. */
  readonly isTest: boolean
  readonly body: string
  readonly atMs: number
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

/** Columns of a new delivery, in the order of `deliveryValues`. */
export const deliveryColumns =
  'webhook_id, message_id, application_id, event, is_test, body, status, attempt, next_try_at, created_at'

/** A sample never gets into the queue: nobody but who asked for it sends it. */
export function deliveryValues(delivery: NewDelivery) {
  return [
    delivery.webhookId,
    delivery.messageId,
    delivery.applicationId,
    delivery.event,
    flag(delivery.isTest),
    delivery.body,
    'pending',
    0,
    delivery.isTest ? null : delivery.atMs,
    delivery.atMs,
  ]
}

export function fromRow(row: Selectable<Tables['deliveries']>): Delivery {
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
