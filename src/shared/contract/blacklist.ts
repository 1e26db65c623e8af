import { z } from 'zod'
import { ById, Done, Line, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

export const blacklistTypes = ['ip', 'username', 'hwid', 'email'] as const

const BlacklistEntry = z.object({
  id: z.int(),
  type: z.enum(blacklistTypes),
  value: z.string(),
  reason: z.string(),
  /** null: every application of the account. */
  applicationId: z.int().nullable(),
  createdAt: Time,
})

export const blacklistRoutes = {
  'GET /api/blacklist': {
    auth: 'session',
    summary: 'Blacklist entries; with applicationId those that count for it',
    query: z.strictObject({ applicationId: PathId.optional() }),
    reply: z.array(BlacklistEntry),
  },
  'POST /api/blacklist': {
    auth: 'session',
    summary: 'Block an IP address or network, a username, a hardware id or an e-mail address',
    body: z.strictObject({
      /** Absent: every application of the account. */
      applicationId: z.int().positive().optional(),
      type: z.enum(blacklistTypes),
      value: Line(254).min(1),
      reason: Line(500).optional(),
    }),
    reply: BlacklistEntry,
  },
  'DELETE /api/blacklist/:id': { auth: 'session', summary: 'Remove a blacklist entry', params: ById, reply: Done },
} satisfies Routes
