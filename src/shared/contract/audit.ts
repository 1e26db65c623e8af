import { z } from 'zod'
import { Line, Page, PathId, SearchText, Sort, Time } from './fields.ts'
import type { Routes } from './route.ts'

const AuditEntry = z.object({
  id: z.int(),
  createdAt: Time,
  /** null: no account, such as the admin key. */
  accountId: z.int().nullable(),
  /** The name of the actor, kept after the account is deleted. */
  actor: z.string(),
  /** The action: `entity.verb`. */
  action: z.string(),
  /** The target of the action. */
  subject: z.string(),
  details: z.string().nullable(),
  ipAddress: z.string(),
})

export const auditRoutes = {
  'GET /api/audit': {
    name: 'listAuditEntries',
    auth: 'session',
    token: 'none',
    right: 'team',
    summary:
      "List changes made in the dashboard: your own, everyone's with view_all_data, or those of your application with applicationId",
    query: Page.extend({
      sort: Sort(['createdAt']).optional(),
      /** Part of actor, action, target, details or IP address, ignoring case. */
      q: SearchText(128).optional(),
      accountId: PathId.optional(),
      /** Everybody's changes of one application, for its owner. */
      applicationId: PathId.optional(),
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
