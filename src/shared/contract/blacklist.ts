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
  /** How often it has blocked someone, and when it last did. */
  hits: z.int(),
  lastHitAt: Time.nullable(),
})

/** Absent or null: every application of the account. */
const applicationId = z.int().positive().nullish()

/** What happened to one line of an import, or would happen to it. */
export const importResults = ['added', 'listed', 'invalid'] as const

export const blacklistRoutes = {
  'GET /api/blacklist': {
    name: 'listBlacklistEntries',
    auth: 'session',
    token: 'blacklist:read',
    right: 'look',
    summary: 'List blacklist entries; with applicationId, those that apply to it',
    query: z.strictObject({ applicationId: PathId.optional() }),
    reply: z.array(BlacklistEntry),
  },
  'POST /api/blacklist': {
    name: 'createBlacklistEntry',
    refuses: ['blacklist_entry_exists', 'limit_reached'],
    auth: 'session',
    token: 'blacklist:write',
    right: 'help',
    isIdempotent: true,
    summary: 'Block an IP address or network, a username, a hardware ID or an email',
    body: z.strictObject({
      applicationId,
      type: z.enum(blacklistTypes),
      value: Line(254).min(1),
      reason: Line(500).optional(),
    }),
    reply: BlacklistEntry,
  },
  'GET /api/blacklist/check': {
    name: 'previewBlacklistEntry',
    auth: 'session',
    token: 'blacklist:read',
    right: 'look',
    summary: 'Preview an entry and the users it would block',
    query: z.strictObject({
      applicationId: PathId.optional(),
      type: z.enum(blacklistTypes),
      value: Line(254),
    }),
    reply: z.object({
      /** As it would be listed; null if it is invalid. */
      value: z.string().nullable(),
      /** What is wrong with the value. */
      problem: z.string().nullable(),
      /** It is already on that list. */
      isListed: z.boolean(),
      /** It would block the caller's own IP address. */
      isOwnAddress: z.boolean(),
      /** Accounts and live sessions that it would block. */
      users: z.int(),
      sessions: z.int(),
      /** There are so many accounts that not all were checked. */
      isAtLeast: z.boolean(),
    }),
  },
  'POST /api/blacklist/import': {
    name: 'importBlacklistEntries',
    refuses: ['limit_reached'],
    auth: 'session',
    token: 'blacklist:write',
    right: 'manage',
    summary: 'Block a list of values, one per line with an optional reason after a comma; a dry run stores nothing',
    body: z.strictObject({
      applicationId,
      type: z.enum(blacklistTypes),
      text: z.string().max(200_000),
      isDryRun: z.boolean(),
    }),
    reply: z.object({
      added: z.int(),
      listed: z.int(),
      invalid: z.int(),
      rows: z.array(
        z.object({
          line: z.int(),
          value: z.string(),
          result: z.enum(importResults),
          /** What is wrong with an invalid value. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  },
  'DELETE /api/blacklist/:id': {
    name: 'deleteBlacklistEntry',
    auth: 'session',
    token: 'blacklist:write',
    right: 'help',
    summary: 'Delete a blacklist entry',
    params: ById,
    reply: Done,
  },
} satisfies Routes
