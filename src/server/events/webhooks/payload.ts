import type { EventName } from '../../../shared/events.ts'
import { codesOf, isSuccess, reasonOf, type WebhookPayload } from '../../../shared/webhook-payload.ts'
import type { ActivityEntry } from '../activity-flood.ts'

/** What a webhook is told of an event. */
export function payloadOf(entry: ActivityEntry, applicationName: string): WebhookPayload {
  const { event, userId, username, success, code, ipAddress, userAgent, count } = entry
  return {
    type: event,
    timestamp: entry.at.toISOString(),
    data: {
      application: { id: entry.applicationId, name: applicationName },
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

/** A sample of an event, for trying out a receiver. */
export function samplePayload(event: EventName, application: { id: number; name: string }, at: Date): WebhookPayload {
  const [code] = codesOf(event)
  const entry: ActivityEntry = {
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
  const { data, ...rest } = payloadOf(entry, application.name)
  return { ...rest, data: { ...data, test: true } }
}
