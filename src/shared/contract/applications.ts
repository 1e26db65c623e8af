import { z } from 'zod'
import {
  daysMax,
  deviceLimitMax,
  deviceReleaseDaysMax,
  graceDaysMax,
  hwidToleranceMax,
  leaseMaxHours,
  minPasswordLengthMax,
  portalContrastMin,
  portalNameMaxLength,
  portalSlugPattern,
  portalWelcomeMaxLength,
  sessionLimitMax,
} from '../constants.ts'
import { contrast } from '../contrast.ts'
import { rights, teamRoles } from '../rights.ts'
import { Features } from './features.ts'
import { ById, Done, Flag, Line, Paragraph, Time, Version, WebAddress } from './fields.ts'
import type { Routes } from './route.ts'

export const registrationModes = ['open', 'license', 'closed'] as const
export const sessionLimitPolicies = ['reject', 'replace_oldest'] as const

/** What a license key alone opens in the portal: nothing, a view, or everything. */
export const portalKeyModes = ['off', 'view', 'manage'] as const

/** White text stands on it. */
const PortalColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #3f63d8')
  .refine(
    (color) => !/^#[0-9a-fA-F]{6}$/.test(color) || contrast(color, '#ffffff') >= portalContrastMin,
    `must be darker: white text on it needs a contrast of ${portalContrastMin}`,
  )

/** A custom text: null or blank inherits the account's, then the default. */
const Message = Paragraph(500).nullable()

const messages = {
  versionMismatchMessage: Message,
  loginSuccessMessage: Message,
  loginFailedMessage: Message,
  accountDisabledMessage: Message,
  accountExpiredMessage: Message,
  hwidMismatchMessage: Message,
}

const fields = z.strictObject({
  name: Line(100).min(1, 'Please enter an application name'),
  description: Paragraph(1000),
  version: Version,
  hwidLockEnabled: z.boolean(),
  isActive: z.boolean(),
  /** Who may register: anyone with the API key, anyone with a license key, nobody. */
  registrationMode: z.enum(registrationModes),
  /** Days until a user of an open registration expires; null: never. A client can only shorten it. */
  registrationDays: z.int().min(1).max(daysMax).nullable(),
  /** Password rules for public registration. */
  minPasswordLength: z.int().min(1).max(minPasswordLengthMax),
  /** Reject clients that send no version. */
  isVersionRequired: z.boolean(),
  /** Verify needs the token of a live session, except within 60 s after a login from the same IP address. */
  isVerifyStrict: z.boolean(),
  /** Reject API keys in the query or the body, because URLs are logged. */
  isKeyInHeaderOnly: z.boolean(),
  /** Sent with a version refusal. */
  downloadUrl: WebAddress.nullable(),
  /** Live sessions per user; null: no limit. */
  sessionLimit: z.int().min(1).max(sessionLimitMax).nullable(),
  sessionLimitPolicy: z.enum(sessionLimitPolicies),
  /** Devices per user while the hardware lock is on, unless the user or their license has a limit of their own. */
  deviceLimit: z.int().min(1).max(deviceLimitMax),
  /** How many hardware components of a bound device may differ at a login; 0: its hardware ID must be the same. */
  hwidTolerance: z.int().min(0).max(hwidToleranceMax),
  /** Days for which users have access after it has expired, unless their license has a number of its own. */
  graceDays: z.int().min(0).max(graceDaysMax),
  /** Days of activity to keep, if fewer than the installation keeps; null: as the installation. */
  activityDays: z.int().min(1).max(3650).nullable(),
  /** Rows of activity to keep, the newest ones; null: as the installation. */
  activityRows: z.int().min(1000).max(1_000_000_000).nullable(),
  /** `POST /api/v1/license` takes a license key alone, without a username. */
  licenseLogin: z.boolean(),
  /** Hours that a verified client may continue without the server; null: no offline leases. */
  leaseHours: z.int().min(1).max(leaseMaxHours).nullable(),
  /** Leases also allow a program to start without the server, if its client asks for that. Needs `leaseHours`. */
  offlineStart: z.boolean(),
  /** What every user has; a license's and a user's own features take precedence. */
  features: Features,
  /** Customers manage their own access at `/portal/{slug}`. Needs `portalSlug`. */
  portalEnabled: z.boolean(),
  /** In the address of the portal; no other application has it. */
  portalSlug: z
    .string()
    .regex(portalSlugPattern, 'must be 3 to 40 lowercase letters, digits and hyphens, without a hyphen at either end')
    .nullable(),
  /** The portal's heading; null: the application's name. */
  portalName: Line(portalNameMaxLength).nullable(),
  /** The color of its buttons, such as `#3f63d8`; null: that of the dashboard. */
  portalColor: PortalColor.nullable(),
  /** Where customers get help. */
  portalSupportUrl: WebAddress.nullable(),
  /** Shown at the sign-in, as plain text. */
  portalWelcome: Paragraph(portalWelcomeMaxLength).nullable(),
  /** What a license key alone opens in the portal: nothing, a view of it, or everything. */
  portalKeyOnly: z.enum(portalKeyModes),
  /** Days between two devices that a user releases in the portal; 0: they can release none. */
  deviceReleaseDays: z.int().min(0).max(deviceReleaseDaysMax),
  ...messages,
})

const ApplicationStats = z.object({
  totalUsers: z.int(),
  /** Users who could log in now: active, not paused, not banned, not expired. */
  activeUsers: z.int(),
  /** Sessions whose last heartbeat is at most 90 s old. */
  activeSessions: z.int(),
  /** Percent with one decimal: successful logins among all that reached a decision, last 30 days. */
  loginSuccessRate: z.number(),
  /** Public requests with this application's key, rejected ones included. */
  totalApiRequests: z.int(),
  lastActivity: Time.nullable(),
  /** Logins of the last 14 days (UTC), the oldest first; today is the last one. */
  dailyLogins: z.array(z.object({ day: z.iso.date(), succeeded: z.int(), failed: z.int() })),
})

const Application = z.object({
  id: z.int(),
  ...fields.shape,
  name: z.string(),
  description: z.string(),
  downloadUrl: z.string().nullable(),
  version: z.string(),
  /** In full for callers who may change the application, masked for those who may only read it. */
  apiKey: z.string(),
  createdAt: Time,
  /** For the badges of the sidebar. */
  counts: z.object({ users: z.int(), licenses: z.int(), activity: z.int(), webhooks: z.int(), blacklist: z.int() }),
  /** What the caller is in the application; null: neither its owner nor a member, but allowed by a permission. */
  role: z.enum(teamRoles).nullable(),
  /** What the caller may do with it, sorted. */
  can: z.array(z.enum(rights)),
  /** The email of its owner. */
  owner: z.string(),
  attention: z.object({
    /** Webhooks that were disabled because they kept failing. */
    webhooks: z.int(),
    /** Until when the caller may accept the offer to become the owner; null: there is none. */
    transfer: Time.nullable(),
  }),
  /** Only with `include=stats`. */
  stats: ApplicationStats.optional(),
})

export const applicationRoutes = {
  'GET /api/applications': {
    name: 'listApplications',
    auth: 'session',
    token: 'applications:read',
    isFilteredByToken: true,
    summary: 'List applications that you own or are a member of; with `all`, those of every account (view_all_data)',
    query: z.strictObject({ include: z.literal('stats').optional(), all: Flag.optional() }),
    reply: z.array(Application),
  },
  'POST /api/applications': {
    name: 'createApplication',
    auth: 'session',
    token: 'applications:write',
    isIdempotent: true,
    summary: 'Create an application; it gets its API key',
    body: fields.partial().required({ name: true }),
    reply: Application,
  },
  'GET /api/applications/:id': {
    name: 'getApplication',
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'Get an application',
    params: ById,
    reply: Application,
  },
  'PATCH /api/applications/:id': {
    name: 'updateApplication',
    auth: 'session',
    token: 'applications:write',
    right: 'manage',
    summary: 'Change an application',
    params: ById,
    body: fields.partial(),
    reply: Application,
  },
  'DELETE /api/applications/:id': {
    name: 'deleteApplication',
    auth: 'session',
    token: 'none',
    right: 'delete',
    summary: 'Delete an application with everything in it',
    params: ById,
    /** The confirmation that was typed: if sent, it must be the application's name. */
    query: z.strictObject({ confirmName: z.string().max(200).optional() }),
    reply: Done,
  },
  'GET /api/applications/:id/stats': {
    name: 'getApplicationStats',
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'Get the figures of an application',
    params: ById,
    reply: ApplicationStats,
  },
} satisfies Routes
