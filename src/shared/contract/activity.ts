import { z } from 'zod'
import { eventNames } from '../events.ts'
import { ById, Flag, Page, PathId, SearchText, Time } from './fields.ts'
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

/** Range of a chart: 24 hours by the hour, the others by the day (UTC). */
export const seriesRanges = ['24h', '7d', '30d', '90d'] as const

export const activityRoutes = {
  'GET /api/activity-logs': {
    auth: 'session',
    token: 'activity:read',
    right: 'look',
    summary: 'What happened, newest first',
    query: Page.extend(filter),
    reply: z.array(Activity),
    isList: true,
  },
  'GET /api/activity-logs/export': {
    auth: 'session',
    token: 'activity:read',
    right: 'export',
    cost: 'export',
    summary: 'All rows of a filter as a file, streamed newest first; X-Total-Count says how many there are',
    query: z.strictObject({ ...filter, format: z.enum(exportFormats).optional() }),
    reply: z.unknown(),
  },
  'GET /api/activity-logs/retention': {
    auth: 'session',
    token: 'activity:read',
    right: 'look',
    summary: 'How long activity is kept: by the installation, and by an application that keeps it shorter',
    query: z.strictObject({ applicationId: PathId.optional() }),
    reply: z.object({ days: z.int(), rows: z.int() }),
  },
  'GET /api/applications/:id/stats/events': {
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'Events of the last 24 hours, 7, 30 or 90 days, counted by hour or day',
    params: ById,
    query: z.strictObject({ range: z.enum(seriesRanges).optional() }),
    reply: z.object({
      range: z.enum(seriesRanges),
      step: z.enum(['hour', 'day']),
      /** When each step starts, the oldest first; the last one is the current one. */
      starts: z.array(Time),
      /**
       * Each of the twelve events with its count per step; a row that stands for several events counts as all of them.
       */
      events: z.array(z.object({ event: z.enum(eventNames), counts: z.array(z.int()) })),
    }),
  },
  'GET /api/applications/:id/stats/expiries': {
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'How many users and licenses expire on each day (UTC) of the next 12 weeks',
    params: ById,
    reply: z.object({
      /** The first day, which is today; the counts are one per day. */
      from: Time,
      users: z.array(z.int()),
      licenses: z.array(z.int()),
    }),
  },
} satisfies Routes
