import { z } from 'zod'
import { PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** Links with which users set a password in the portal. */
export const passwordLinkRoutes = {
  'POST /api/applications/:id/users/:userId/password-link': {
    name: 'makePasswordLink',
    refuses: ['portal_closed', 'key_alone'],
    auth: 'session',
    token: 'none',
    right: 'help',
    summary:
      'Make a link with which a user sets a password: valid once, for 7 days, and until password, email address or ban change; a new one replaces the former',
    params: z.strictObject({ id: PathId, userId: PathId }),
    reply: z.object({
      /** To be sent to the user and to nobody else; it is not shown again. */
      url: z.string(),
      endsAt: Time,
    }),
  },
} satisfies Routes
