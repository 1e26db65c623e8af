import type { Selectable } from 'kysely'
import type { deliveryStatuses } from '../../../shared/contract/webhooks.ts'
import type { EventName } from '../../../shared/events.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull } from '../columns.ts'
import { type Audience, messageOf, type NewMessage, type ReportedEvent } from './message.ts'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A sample of an event for one webhook: tried once, at once, by who asked for it. */
export interface NewSample extends NewMessage {
  readonly webhookId: number
  readonly applicationId: number | null
  readonly event: EventName
  readonly atMs: number
}

/** What a try came to. */
export interface AttemptResult {
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

/** PostgreSQL: columns of an event's message, in the order of `messageValues`. Written at every login, so also by the hot store. */
export const messageColumns = 'message_id, webhook_ids, application_id, event, body, created_at'

export function messageValues(told: ReportedEvent, { webhookIds, applicationName }: Audience) {
  const { messageId, body } = messageOf(told, applicationName)
  return [messageId, JSON.stringify(webhookIds), told.applicationId, told.event, body, told.at.getTime()]
}

/** Columns of a delivery that is due at once. */
export const deliveryColumns = 'webhook_id, message_id, message_number, event, is_test, status, attempt, next_try_at'

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
