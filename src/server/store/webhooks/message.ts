import { reasonOf, type WebhookPayload } from '../../../shared/webhook-payload.ts'
import { newMessageId } from '../../lib/message-id.ts'
import type { NewActivity } from '../activity/new-activity.ts'

/** The webhooks that hear of an event. */
export interface Audience {
  readonly applicationName: string
  readonly webhookIds: readonly number[]
}

/** What webhooks hear of an event. */
export interface NewMessage {
  /** The same for every webhook that hears of the event, and at every try. */
  readonly messageId: string
  /** The signed JSON; the chats' messages are made of it when it is sent. */
  readonly body: string
}

/** What of an event's row a message tells. */
export type ReportedEvent = Omit<NewActivity, 'detail'>

/** One message under one id for all that hear of the event. */
export function messageOf(event: ReportedEvent, applicationName: string): NewMessage {
  return { messageId: newMessageId(event.at.getTime()), body: JSON.stringify(payloadOf(event, applicationName)) }
}

/** What a webhook is told of an event. */
export function payloadOf(told: ReportedEvent, applicationName: string): WebhookPayload {
  const { event, userId, username, success, ipAddress, userAgent, count } = told
  const code = told.code ?? ''
  return {
    type: event,
    timestamp: told.at.toISOString(),
    data: {
      application: { id: told.applicationId, name: applicationName },
      user: { id: userId, username },
      success,
      code,
      reason: reasonOf(event, code),
      ip: ipAddress,
      userAgent,
      count,
    },
  }
}
