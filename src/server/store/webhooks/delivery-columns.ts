import type { Selectable } from 'kysely'
import type { deliveryStatuses } from '../../../shared/contract/webhooks.ts'
import type { EventName } from '../../../shared/events.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull } from '../columns.ts'
import { type Audience, messageOf, type NewMessage, type ReportedEvent } from './message.ts'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A test message for one webhook: attempted once, by the request that created it. */
export interface NewSample extends NewMessage {
  readonly webhookId: number
  readonly applicationId: number | null
  readonly event: EventName
  readonly atMs: number
}

/** Result of an attempt. */
export interface AttemptResult {
  readonly triedAt: Date
  /** null: no response. */
  readonly code: number | null
  readonly ms: number
  /** null: success. */
  readonly error: string | null
  /** The beginning of the response's body. */
  readonly answer: string | null
  /** Signature header of the request; null for formats that are not signed. */
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
  /** Attempts so far. */
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

/**
 * PostgreSQL: columns of an event's message, in the order of `messageValues`. Every login writes them, so the hot store
 * uses them too.
 */
export const messageColumns = 'message_id, webhook_ids, application_id, event, body, created_at'

export function messageValues(reported: ReportedEvent, { webhookIds, applicationName }: Audience) {
  const { messageId, body } = messageOf(reported, applicationName)
  return [messageId, JSON.stringify(webhookIds), reported.applicationId, reported.event, body, reported.at.getTime()]
}

/** Columns of a delivery that is due at once. */
export const deliveryColumns = 'webhook_id, message_id, message_number, event, is_test, status, attempt, next_try_at'

/** A delivery joined with its message. */
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
