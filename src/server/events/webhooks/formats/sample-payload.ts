import type { EventName } from '../../../../shared/events.ts'
import { codesOf, isSuccess, type WebhookPayload } from '../../../../shared/webhook-payload.ts'
import { payloadOf, type ReportedEvent } from '../../../store/webhooks/message.ts'

/** As far as the event has them: an order that no preset was found for made no license. */
const sampleReferences = (event: EventName) => ({
  orderId: event.startsWith('order_') ? 1_234_567 : null,
  licenseId: event === 'order_unmatched' ? null : 7_654_321,
})

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
    ...sampleReferences(event),
  }
  const { data, ...rest } = payloadOf(reported, application.name)
  return { ...rest, data: { ...data, test: true } }
}
