import { z } from 'zod'
import { eventNames } from '../events.ts'
import { Flag, Page, PathId, SearchText, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** Details of a decision: the name of the outcome, more specific than its code, and what was compared. */
const ActivityDetail = z.object({
  outcome: z.string(),
  /** The stored value beside the sent one; hardware IDs are shortened. */
  compared: z
    .array(z.object({ what: z.string(), stored: z.string().nullable(), sent: z.string().nullable() }))
    .readonly(),
})

const Activity = z.object({
  id: z.int(),
  applicationId: z.int(),
  event: z.enum(eventNames),
  success: z.boolean(),
  /** The code of the response. */
  code: z.string().nullable(),
  userId: z.int().nullable(),
  /** As the caller typed it: there may be no such user. */
  username: z.string().nullable(),
  ipAddress: z.string(),
  userAgent: z.string(),
  /** How many events this row stands for: in a flood they are counted instead of listed. */
  count: z.int(),
  createdAt: Time,
  detail: ActivityDetail.nullable(),
})

/** One event or several, separated by commas. */
const EventList = z.codec(
  z.string().regex(new RegExp(`^(${eventNames.join('|')})(,(${eventNames.join('|')}))*$`), 'must be names of events'),
  z.array(z.enum(eventNames)),
  { decode: (text) => text.split(',') as (typeof eventNames)[number][], encode: (names) => names.join(',') },
)

const filter = {
  /** Absent: all applications of the caller. */
  applicationId: PathId.optional(),
  /** One row. */
  id: PathId.optional(),
  event: EventList.optional(),
  success: Flag.optional(),
  code: SearchText(64).optional(),
  userId: PathId.optional(),
  /** The whole username, ignoring case; also of users who never existed. */
  username: SearchText(256).optional(),
  ip: SearchText(64).optional(),
  from: Time.optional(),
  to: Time.optional(),
}

export const exportFormats = ['csv', 'json', 'ndjson'] as const

export const activityRoutes = {
  'GET /api/activity-logs': {
    name: 'listActivity',
    auth: 'session',
    token: 'activity:read',
    right: 'look',
    summary: 'List activity, newest first',
    query: Page.extend(filter),
    reply: z.array(Activity),
    isList: true,
  },
  'GET /api/activity-logs/export': {
    name: 'exportActivity',
    auth: 'session',
    token: 'activity:read',
    right: 'export',
    cost: 'export',
    summary: 'Export activity as a file, newest first; X-Total-Count holds the number of rows',
    query: z.strictObject({ ...filter, format: z.enum(exportFormats).optional() }),
    reply: z.unknown(),
    fileRow: Activity,
    replyTypes: ['text/csv', 'application/json', 'application/x-ndjson'],
  },
  'GET /api/activity-logs/retention': {
    name: 'getActivityRetention',
    auth: 'session',
    token: 'activity:read',
    right: 'look',
    summary: 'Get how long activity is kept, by the server and by the application',
    query: z.strictObject({ applicationId: PathId.optional() }),
    reply: z.object({ days: z.int(), rows: z.int() }),
  },
} satisfies Routes
