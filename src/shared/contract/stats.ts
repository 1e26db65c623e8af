import { z } from 'zod'
import { eventNames } from '../events.ts'
import { isTimeZone } from '../time-zone.ts'
import { ById, Line, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** Range of a chart: 24 hours by the hour, the others by the day. */
export const seriesRanges = ['24h', '7d', '30d', '90d'] as const

/** Days of sign-ins by client library, today included (UTC). */
export const clientRanges = ['7', '30', '90'] as const

/** Longest period between two days. */
export const periodMaxDays = 366

export const TimeZone = Line(64).refine(isTimeZone, 'must be a time zone such as Europe/Berlin')

const Day = z.iso.date({ error: ({ input }) => (input === undefined ? undefined : 'must be a day such as 2027-01-31') })

/** A range up to now, or two days, both included; without either the last 30 days. */
const Period = z.strictObject({
  range: z.enum(seriesRanges).optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** Where the days begin at midnight. Absent: UTC. */
  zone: TimeZone.optional(),
})

/** What a period answers with. */
const period = {
  from: Time,
  /** Now, for a period that has not ended. */
  to: Time,
  /** Where the days begin at midnight: the zone that was asked for, or UTC where counts by the hour are not kept. */
  zone: z.string(),
}

const figures = {
  signIns: z.int(),
  /** Logins refused for any reason. */
  failed: z.int(),
  /** Percent with one decimal; null: no login was attempted. */
  successRate: z.number().nullable(),
  registrations: z.int(),
}

const step = z.enum(['hour', 'day'])

export const statsRoutes = {
  'GET /api/stats': {
    name: 'getStats',
    auth: 'session',
    token: 'applications:read',
    isFilteredByToken: true,
    summary: 'Get the figures of all your applications, compared with the period before',
    query: Period,
    reply: z.object({
      ...period,
      now: z.object({
        ...figures,
        /** Sessions whose last heartbeat is at most 90 s old. */
        online: z.int(),
        /** Public requests since the applications were created. */
        apiRequests: z.int(),
      }),
      /** null: not all of it is kept. */
      before: z.object(figures).nullable(),
      /** How many can be used now and expire in the next seven days. */
      soon: z.object({ users: z.int(), licenses: z.int() }),
      series: z.object({
        step,
        /** When each step starts, the oldest first. */
        starts: z.array(Time),
        signIns: z.array(z.int()),
        failed: z.array(z.int()),
        registrations: z.array(z.int()),
      }),
    }),
  },
  'GET /api/applications/:id/stats/events': {
    name: 'countEvents',
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'Count events by hour or day, for the last 24 hours, 7, 30 or 90 days, or a period',
    params: ById,
    query: Period,
    reply: z.object({
      ...period,
      /** null: the period was given by its days. */
      range: z.enum(seriesRanges).nullable(),
      step,
      /** When each step starts, the oldest first; the last one is the current one, unless the period has ended. */
      starts: z.array(Time),
      /**
       * Each of the twelve events with its count per step; a row that stands for several events counts as all of them.
       */
      events: z.array(z.object({ event: z.enum(eventNames), counts: z.array(z.int()) })),
    }),
  },
  'GET /api/applications/:id/stats/clients': {
    name: 'countClients',
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'Count successful sign-ins and live sessions by client library and version, for the last 7, 30 or 90 days',
    params: ById,
    query: z.strictObject({ range: z.enum(clientRanges).optional() }),
    reply: z.array(
      z.object({
        /**
         * As `X-Client` names it; `other`: a library of a language or version that this server doesn't know; `custom`:
         * a client that names none.
         */
        client: z.string(),
        /** null for `other` and `custom`; version and state too. */
        language: z.string().nullable(),
        version: z.string().nullable(),
        /** Successful sign-ins, by username or license key. */
        logins: z.int(),
        /** Sessions whose last heartbeat is at most 90 s old, counted up to 15 s ago. */
        liveSessions: z.int(),
        /** The last sign-in; null: none in this period. */
        lastSeen: Time.nullable(),
        /** `old`: two minor versions or a major one behind; `unsafe`: has a fault that should not be shipped. */
        state: z.enum(['current', 'old', 'unsafe']).nullable(),
      }),
    ),
  },
  'GET /api/applications/:id/stats/expiries': {
    name: 'countExpiries',
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'Count users and licenses that expire, by day, for the next 12 weeks',
    params: ById,
    query: z.strictObject({ zone: Period.shape.zone }),
    reply: z.object({
      /** The first day, which is today; the counts are one per day. */
      from: Time,
      /** When each day starts, and the last one ends. */
      bounds: z.array(Time),
      /** Where the days begin at midnight. */
      zone: z.string(),
      users: z.array(z.int()),
      licenses: z.array(z.int()),
    }),
  },
} satisfies Routes
