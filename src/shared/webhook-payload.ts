import { z } from 'zod'
import { type EventName, eventNames, isSellingEvent } from './events.ts'
import { outcomes } from './outcomes.ts'

/** Why a session ended, by the code of its event. */
const sessionEnds: Readonly<Record<string, string>> = {
  timeout: 'No heartbeat for 90 seconds.',
  logout: 'The user logged out.',
  replaced: 'Replaced by a newer session of the user.',
  ended_by_owner: 'The session was ended in the dashboard.',
}

/** What happened, by the event, which is its own code. */
const sellingReasons: Readonly<Record<string, string>> = {
  device_released: 'A device of the user was released.',
  order_paid: 'An order was paid.',
  order_reversed: 'An order was refunded or disputed.',
  order_unmatched: 'An order names a product without a preset.',
}

const rowsOf = (event: EventName) =>
  Object.values<{ event?: string; code: string; meaning: string; status: number }>(outcomes).filter(
    (row) => row.event === event,
  )

const reasons: ReadonlyMap<string, string> = new Map(
  eventNames.flatMap((event) => [
    ...(event === 'session_end' ? Object.entries(sessionEnds) : []).map(
      ([code, text]) => [`${event} ${code}`, text] as const,
    ),
    ...rowsOf(event)
      .reverse()
      .map(({ code, meaning }) => [`${event} ${code}`, meaning] as const),
  ]),
)

/** The reason, in a sentence. */
export function reasonOf(event: EventName, code: string): string {
  return reasons.get(`${event} ${code}`) ?? sellingReasons[code] ?? ''
}

/** Codes that the event can carry. */
export function codesOf(event: EventName): readonly [string, ...string[]] {
  const codes = event === 'session_end' ? Object.keys(sessionEnds) : rowsOf(event).map(({ code }) => code)
  const [first = event, ...rest] = new Set(codes)
  return [first, ...rest]
}

/** Whether the event is a success. */
export function isSuccess(event: EventName): boolean {
  return event === 'session_end' || isSellingEvent(event) || rowsOf(event).some(({ status }) => status === 200)
}

const Reference = z.object({ id: z.int() }).nullable().optional()

/** What the events of the group Selling have besides. Messages of former releases have neither. */
export const soldReferences = {
  order: Reference.describe('The order, as the dashboard numbers it. null: the event has none.'),
  license: Reference.describe('The license; of an order that made several the first. null: the event has none.'),
}

/** The payload that a webhook receives for an event. Fields may be added; none is removed or changes its meaning. */
export const webhookPayload = (event: EventName) =>
  z.object({
    type: z.literal(event).describe('The event.'),
    timestamp: z.iso.datetime().describe('When it happened, ISO 8601 in UTC.'),
    data: withReferences(event, {
      application: z.object({ id: z.int(), name: z.string() }).describe('The application it happened in.'),
      user: z
        .object({ id: z.int().nullable(), username: z.string().nullable() })
        .describe('The user. The ID is null if no user has this name; the name is null if only the ID is known.'),
      success: z.literal(isSuccess(event)),
      code: z.enum(codesOf(event)).describe('Stable, as in the response of the public API.'),
      reason: z.string().describe('The same as a sentence, for people.'),
      ip: z.string().describe('Where the request came from.'),
      userAgent: z.string().describe('The user agent that the client sent.'),
      count: z.int().min(1).describe('The number of events that this one represents; more than 1 in a flood.'),
      test: z.literal(true).optional().describe('Only in samples sent from the dashboard.'),
    }),
  })

/** The fields of an event. Of others than those of Selling no message has references. */
function withReferences<Shape extends z.ZodRawShape>(event: EventName, shape: Shape) {
  const data = z.object(shape)
  const withBoth = data.extend(soldReferences)
  return isSellingEvent(event) ? withBoth : (data as unknown as typeof withBoth)
}

export type WebhookPayload = z.infer<ReturnType<typeof webhookPayload>>
