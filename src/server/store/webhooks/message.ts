import { isSellingEvent } from '../../../shared/events.ts'
import { reasonOf, type WebhookPayload } from '../../../shared/webhook-payload.ts'
import { newMessageId } from '../../lib/message-id.ts'
import type { NewActivity } from '../activity/new-activity.ts'

/** The webhooks subscribed to an event. */
export interface Audience {
  readonly applicationName: string
  readonly webhookIds: readonly number[]
}

/** The message of an event. */
export interface NewMessage {
  /** The same for every webhook and every attempt. */
  readonly messageId: string
  /** The signed JSON; messages for chats are made from it when it is sent. */
  readonly body: string
}

/** The fields of an event that a message contains. */
export type ReportedEvent = Omit<NewActivity, 'detail'>

/** Creates the message of an event, one for all of its webhooks. */
export function messageOf(event: ReportedEvent, applicationName: string): NewMessage {
  return { messageId: newMessageId(event.at.getTime()), body: JSON.stringify(payloadOf(event, applicationName)) }
}

/** The payload of an event. */
export function payloadOf(reported: ReportedEvent, applicationName: string): WebhookPayload {
  const { event, userId, username, success, ipAddress, userAgent, count } = reported
  const code = reported.code ?? ''
  return {
    type: event,
    timestamp: reported.at.toISOString(),
    data: {
      application: { id: reported.applicationId, name: applicationName },
      user: { id: userId, username },
      success,
      code,
      reason: reasonOf(event, code),
      ip: ipAddress,
      userAgent,
      count,
      ...(isSellingEvent(event) && { order: reference(reported.orderId), license: reference(reported.licenseId) }),
    },
  }
}

const reference = (id: number | null | undefined) => (id == null ? null : { id })
