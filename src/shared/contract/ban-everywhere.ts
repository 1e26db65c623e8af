import { z } from 'zod'
import { AppUser, BanReason } from './app-users.ts'
import { PathId } from './fields.ts'
import type { Routes } from './route.ts'

const ByUser = z.strictObject({ id: PathId, userId: PathId })

/** What of a user can be blocked in other applications. */
export const coveredTypes = ['username', 'hwid', 'ip'] as const

/** What was done or undone. */
const Reach = z.object({
  user: AppUser,
  /** Blacklist entries that were added or removed. */
  entries: z.int(),
  /** In how many applications. */
  applications: z.int(),
})

export const banEverywhereRoutes = {
  'GET /api/applications/:id/users/:userId/ban-everywhere': {
    name: 'previewBanEverywhere',
    auth: 'session',
    token: 'none',
    right: 'help',
    summary: 'Preview a ban in all of your applications',
    params: ByUser,
    reply: z.object({
      /** The application of the user, then the others where the caller may help users. */
      applications: z.array(z.object({ id: z.int(), name: z.string() })),
      /** What of the user can be blocked, and whom that would block in these applications. */
      covers: z.array(
        z.object({
          type: z.enum(coveredTypes),
          value: z.string(),
          users: z.int(),
          sessions: z.int(),
          /** There are so many users that not all were checked. */
          isAtLeast: z.boolean(),
          /** It would block the caller's own IP address. */
          isOwnAddress: z.boolean(),
        }),
      ),
    }),
  },
  'POST /api/applications/:id/users/:userId/ban-everywhere': {
    name: 'banEverywhere',
    refuses: ['limit_reached'],
    auth: 'session',
    token: 'none',
    right: 'help',
    summary: 'Ban a user and block them in every application where you can help users; all or nothing',
    params: ByUser,
    body: z.strictObject({
      types: z.array(z.enum(coveredTypes)).min(1).max(coveredTypes.length),
      reason: BanReason.nullish(),
    }),
    reply: Reach,
  },
  'POST /api/applications/:id/users/:userId/unban-everywhere': {
    name: 'unbanEverywhere',
    auth: 'session',
    token: 'none',
    right: 'help',
    summary: 'Unban a user and remove the blacklist entries that the ban added',
    params: ByUser,
    reply: Reach,
  },
} satisfies Routes
