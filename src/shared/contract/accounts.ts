import { z } from 'zod'
import { permissions, roles } from '../permissions.ts'
import { Done, Email, Line, NewPassword, Page, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'
import { accountFields } from './sign-in.ts'

const Permissions = z
  .array(z.enum(permissions))
  .max(permissions.length)
  .refine((names) => new Set(names).size === names.length, 'must name each permission once')

/** A dashboard user as user management shows it (document 1, section 3). */
const DashboardUser = z.object({
  ...accountFields,
  isActive: z.boolean(),
  createdAt: Time,
  lastLogin: Time.nullable(),
  hasSecondFactor: z.boolean(),
  /** When the invite link expires; null once it was used, or if there was none. */
  invitedUntil: Time.nullable(),
  applicationCount: z.int(),
  sessionCount: z.int(),
})

/** The token of the link `/invite#token=…` of this server. Returned only once. */
const Invite = z.object({ token: z.string(), expiresAt: Time })

const DashboardSession = z.object({
  /** Identifies the session; it is not the session token. */
  id: z.string(),
  createdAt: Time,
  lastSeenAt: Time,
  ipAddress: z.string(),
  userAgent: z.string(),
  /** The session that sends this request. */
  isOwn: z.boolean(),
})

/** null: there is no other active owner. */
const Heir = z.object({
  id: z.int(),
  email: z.string(),
  /** Entries of the heir's account-wide blacklist, which apply to all applications of the heir. */
  blacklistEntries: z.int(),
})

const AccountChange = z.object({
  id: z.int(),
  createdAt: Time,
  actor: z.string(),
  action: z.string(),
  /** Old and new value, in words. */
  details: z.string().nullable(),
})

const ByUser = z.strictObject({ userId: PathId })

export const accountRoutes = {
  'GET /api/admin/users': {
    name: 'listAccounts',
    auth: 'admin',
    summary: 'List dashboard users, oldest first',
    query: Page,
    reply: z.array(DashboardUser),
    isList: true,
  },
  'POST /api/admin/users': {
    name: 'createAccount',
    refuses: ['email_taken'],
    auth: 'admin',
    summary: 'Create a dashboard user; without a password, returns an invite link',
    body: z.strictObject({
      email: Email,
      password: NewPassword.optional(),
      role: z.enum(roles).optional(),
      /** Absent: the preset of the role. */
      permissions: Permissions.optional(),
    }),
    reply: DashboardUser.extend({ invite: Invite.optional() }),
  },
  'PATCH /api/admin/users/:userId': {
    name: 'updateAccount',
    refuses: ['account_changed', 'last_owner', 'own_account'],
    auth: 'admin',
    summary: 'Change role, permissions or state of a dashboard user',
    params: ByUser,
    body: z.strictObject({ role: z.enum(roles), permissions: Permissions, isActive: z.boolean() }).partial(),
    reply: DashboardUser,
  },
  'DELETE /api/admin/users/:userId': {
    name: 'deleteAccount',
    refuses: ['account_changed', 'last_owner', 'own_account'],
    auth: 'admin',
    summary: 'Delete a dashboard user; the applications pass to the owner',
    params: ByUser,
    reply: Done.extend({ applicationsPassed: z.int() }),
  },
  'GET /api/admin/users/:userId/heir': {
    name: 'previewAccountHeir',
    auth: 'admin',
    summary: "Preview who gets the user's applications when the user is deleted",
    params: ByUser,
    reply: Heir.nullable(),
  },
  'POST /api/admin/users/:userId/invite': {
    name: 'createAccountInvite',
    refuses: ['account_in_use', 'account_changed'],
    auth: 'admin',
    summary: "Create a new invite link for a user who hasn't signed in; the old link stops working",
    params: ByUser,
    reply: Invite,
  },
  'GET /api/admin/users/:userId/sessions': {
    name: 'listAccountSessions',
    auth: 'admin',
    summary: 'List the sessions of a dashboard user, newest first',
    params: ByUser,
    reply: z.array(DashboardSession),
  },
  'DELETE /api/admin/users/:userId/sessions/:sessionId': {
    name: 'endAccountSession',
    auth: 'admin',
    summary: 'Sign a dashboard user out of one session',
    params: ByUser.extend({ sessionId: Line(64) }),
    reply: Done,
  },
  'GET /api/admin/users/:userId/history': {
    name: 'listAccountHistory',
    auth: 'admin',
    summary: 'List changes to a dashboard user, newest first',
    params: ByUser,
    reply: z.array(AccountChange),
  },
} satisfies Routes
