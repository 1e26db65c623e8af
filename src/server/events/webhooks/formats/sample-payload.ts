import type { EventName } from '../../../../shared/events.ts'
import { codesOf, isSuccess, type WebhookPayload } from '../../../../shared/webhook-payload.ts'
import { payloadOf, type ReportedEvent } from '../../../store/webhooks/message.ts'

/** A sample event, to test a receiver. */
export function samplePayload(event: EventName, application: { id: number; name: string }, at: Date): WebhookPayload {
  const [code] = codesOf(event)
  const reported: ReportedEvent = {
    applicationId: application.id,
    event,
    success: isSuccess(event),
    code,
    userId: 1_234_567_890,
    username: 'sample-user',
    ipAddress: '203.0.113.7',
    userAgent: 'Sample/1.0',
    count: 1,
    at,
  }
  const { data, ...rest } = payloadOf(reported, application.name)
  return { ...rest, data: { ...data, test: true } }
}
