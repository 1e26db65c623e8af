import { z } from 'zod'
import { Line, Page, PathId, SearchText, Sort, Time } from './fields.ts'
import type { Routes } from './route.ts'

const AuditEntry = z.object({
  id: z.int(),
  createdAt: Time,
  /** null: nobody's account, such as the admin key. */
  accountId: z.int().nullable(),
  /** Who, in words that outlive the account. */
  actor: z.string(),
  /** What was done: `entity.verb`. */
  action: z.string(),
  /** What it was done to. */
  subject: z.string(),
  details: z.string().nullable(),
  ipAddress: z.string(),
})

export const auditRoutes = {
  'GET /api/audit': {
    auth: 'session',
    token: 'none',
    summary:
      'What was changed in the dashboard, by default the latest first: your own changes, with view_all_data everybody’s',
    query: Page.extend({
      sort: Sort(['createdAt']).optional(),
      /** Part of who, what, of what, details or address, in any spelling. */
      q: SearchText(128).optional(),
      accountId: PathId.optional(),
      /** An action (`account.update`), or all of an entity (`account`). */
      action: Line(64).optional(),
      subject: Line(128).optional(),
      from: Time.optional(),
      to: Time.optional(),
    }),
    reply: z.array(AuditEntry),
    isList: true,
  },
} satisfies Routes
