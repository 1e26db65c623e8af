import { z } from 'zod'
import { eventNames } from '../events.ts'
import { Flag, Page, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

const Activity = z.object({
  id: z.int(),
  applicationId: z.int(),
  event: z.enum(eventNames),
  success: z.boolean(),
  /** Code of the answer that was sent. */
  code: z.string().nullable(),
  userId: z.int().nullable(),
  /** As the caller typed it: there may be no such user. */
  username: z.string().nullable(),
  ipAddress: z.string(),
  userAgent: z.string(),
  /** How many of the same kind this row stands for: a flood is counted, not listed. */
  count: z.int(),
  createdAt: Time,
})

export const activityRoutes = {
  'GET /api/activity-logs': {
    auth: 'session',
    summary: 'What happened, newest first',
    query: Page.extend({
      applicationId: PathId.optional(),
      event: z.enum(eventNames).optional(),
      success: Flag.optional(),
      userId: PathId.optional(),
      ip: z.string().max(64).optional(),
      from: Time.optional(),
      to: Time.optional(),
    }),
    reply: z.array(Activity),
    isList: true,
  },
} satisfies Routes
