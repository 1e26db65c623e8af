import { z } from 'zod'
import { matchKinds } from '../search-match.ts'
import { AppUser } from './app-users.ts'
import { SearchText } from './fields.ts'
import { License } from './licenses.ts'
import type { Routes } from './route.ts'

/** Rows of each kind in the response. */
export const foundOfEach = 5

/** Where a row was found, and how well it fits. */
const found = {
  applicationName: z.string(),
  match: z.enum(matchKinds),
}

export const searchRoutes = {
  'POST /api/search': {
    name: 'search',
    auth: 'session',
    token: 'none',
    right: 'look',
    summary: 'Search users, licenses and webhooks in all of your applications, up to 5 of each',
    body: z.strictObject({
      /** A part of a username, email, hardware ID, IP address, description or URL; a whole license key. */
      q: SearchText(128).min(2),
      /** Searched first, and its rows come first. */
      applicationId: z.int().positive().nullish(),
    }),
    reply: z.object({
      users: z.array(AppUser.omit({ licenseKey: true, undoId: true }).extend({ applicationId: z.int(), ...found })),
      licenses: z.array(License.omit({ undoId: true }).extend({ applicationId: z.int(), ...found })),
      webhooks: z.array(
        z.object({
          id: z.int(),
          /** null: every application of the account. */
          applicationId: z.int().nullable(),
          applicationName: z.string().nullable(),
          /** Cut where the caller may not see it in full. */
          url: z.string(),
          isActive: z.boolean(),
          match: z.enum(matchKinds),
        }),
      ),
      /** Not everything was searched: it took too long, or there are too many applications. */
      isPartial: z.boolean(),
    }),
  },
} satisfies Routes
