import { z } from 'zod'
import { accessRefusals } from '../access-refusals.ts'
import { hwidMaxLength, usernameMaxLength } from '../constants.ts'
import { eventNames } from '../events.ts'
import { licenseHolds } from '../license-status.ts'
import { AppUser } from './app-users.ts'
import { ById, Done, Line, Page, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

const ByUser = z.strictObject({ id: PathId, userId: PathId })
const BySession = z.strictObject({ id: PathId, sessionId: PathId })

const ClientSession = z.object({
  id: z.int(),
  userId: z.int(),
  /** null once the user was deleted. */
  username: z.string().nullable(),
  hwid: z.string().nullable(),
  ipAddress: z.string(),
  userAgent: z.string(),
  startedAt: Time,
  lastSeenAt: Time,
})

/** What a check compared, in words: the stored value beside the sent one. */
const Compared = z.object({ what: z.string(), stored: z.string().nullable(), sent: z.string().nullable() })

const Decision = z.object({
  id: z.int(),
  event: z.enum(eventNames),
  success: z.boolean(),
  code: z.string().nullable(),
  /** The comparisons of the decision; empty if there were none, or none were stored. */
  compared: z.array(Compared),
  ipAddress: z.string(),
  userAgent: z.string(),
  count: z.int(),
  createdAt: Time,
})

/** A change of a row that can still be undone. */
export const Undoable = z.object({
  operationId: z.string(),
  action: z.string(),
  /** How many users and licenses it was about: the undo is for all of them. */
  total: z.int(),
  at: Time,
})

/** A license key that a user redeemed. */
export const Redemption = z.object({
  userId: z.int(),
  username: z.string(),
  licenseId: z.int(),
  /** The user's license before; null: none. */
  previousLicenseId: z.int().nullable(),
  /** The days that the key gave, rounded up. */
  addedDays: z.int(),
  /** When the user's access ended after it. */
  endsAt: Time,
  at: Time,
})

/** The checks of a login in the order in which they run, each by the code of its refusal. */
export const loginChecks = [
  'application_offline',
  'rate_limited',
  'blocked_ip',
  'blocked_username',
  'blocked_hwid',
  'version_mismatch',
  'license_login_closed',
  'invalid_credentials',
  'blocked_email',
  ...accessRefusals,
  'hwid_mismatch',
  'device_limit_reached',
  'license_full',
] as const

/** Those of a login by name and password, and those of a sign-in with a license key alone. */
export const accountLoginChecks = loginChecks.filter(
  (check) => !['license_login_closed', 'license_full'].includes(check),
)
export const licenseLoginChecks = loginChecks.filter(
  (check) => !['rate_limited', 'blocked_username', 'invalid_credentials'].includes(check),
)

const Check = z.object({
  check: z.enum(loginChecks),
  /** A short description of the check. */
  title: z.string(),
  isPassed: z.boolean(),
  compared: z.array(Compared),
})

const assumptions = ['asked', 'last attempt', 'account', 'application', 'none'] as const
const Assumed = z.object({ value: z.string().nullable(), from: z.enum(assumptions) })

const SessionRoom = z.object({
  /** Sessions that run now. */
  live: z.int(),
  /** How many may; null: any number. */
  limit: z.int().nullable(),
})

const LoginCheck = z.object({
  /** null: no user of the application has this name. */
  user: z.object({ id: z.int(), username: z.string() }).nullable(),
  /** The last login, successful or rejected; null: none is stored. */
  lastAttempt: Decision.nullable(),
  /** The check that rejected it; null if it succeeded, or failed for another reason. */
  stoppedBy: z.enum(loginChecks).nullable(),
  /** Would a login with the correct password succeed now? */
  wouldPass: z.boolean(),
  /** The code a client would get now. */
  code: z.string(),
  /** The text a client would get now. */
  message: z.string(),
  /** The login would bind this hardware ID. */
  bindsHwid: z.boolean(),
  /** Every check in order, as it stands now, including those after the first failing one. */
  checks: z.array(Check),
  /** The values that the dry run assumed the client to send. */
  assumed: z.object({ ip: Assumed, version: Assumed, hwid: Assumed }),
  /** Whether a session could begin after the login; null: no such user. */
  sessions: z
    .object({
      /** One more would be refused with `session_limit_reached`. */
      isFull: z.boolean(),
      /** Of this user, by the application's limit. */
      user: SessionRoom,
      /** Of all users of the license, by its own limit; null: no license. */
      license: SessionRoom.nullable(),
    })
    .nullable(),
})

const Inspection = z.object({
  user: AppUser,
  state: z.object({
    /** Whether a login with the correct password would succeed now, as `POST …/login-check` decides it. */
    canSignIn: z.boolean(),
    /** The first check that rejects it; null if none does. */
    code: z.string().nullable(),
    /** One sentence for people. */
    sentence: z.string(),
  }),
  effectiveExpiry: z.object({
    at: Time.nullable(),
    /** Which expiry applies: the earlier of the user's own and the license's. */
    rule: z.enum(['user', 'license', 'none']),
    /** Until when the user has access after that; null: without days of grace. */
    graceUntil: Time.nullable(),
  }),
  license: z
    .object({
      id: z.int(),
      /** Masked for callers who may only read. */
      licenseKey: z.string(),
      isActive: z.boolean(),
      hold: z.enum(licenseHolds).nullable(),
      expiresAt: Time.nullable(),
      graceUntil: Time.nullable(),
      currentUsers: z.int(),
      maxUsers: z.int(),
    })
    .nullable(),
  hardware: z.object({ hwid: z.string().nullable(), boundAt: Time.nullable(), isLocked: z.boolean() }),
  banReason: z.string().nullable(),
  /** Live ones: last heartbeat at most 90 s ago. */
  sessions: z.array(ClientSession),
  /** The last 50, newest first. */
  decisions: z.array(Decision),
  /** The last ten license keys that the user redeemed, newest first. */
  redemptions: z.array(Redemption),
  /** In how many applications a ban of the user added blacklist entries that the caller may remove. */
  bannedIn: z.int(),
  /** Changes of this user that can still be undone, newest first. */
  undoable: z.array(Undoable),
})

export const userInspectionRoutes = {
  'GET /api/applications/:id/users/:userId/inspection': {
    name: 'inspectUser',
    auth: 'session',
    token: 'users:read',
    right: 'look',
    summary: "Get everything that affects a user's access",
    params: ByUser,
    reply: Inspection,
  },
  'POST /api/applications/:id/login-check': {
    name: 'checkLogin',
    auth: 'session',
    token: 'users:read',
    right: 'check',
    summary: 'Run every login check for a user; changes nothing',
    params: ById,
    body: z.strictObject({
      username: Line(usernameMaxLength).min(1),
      ip: z.union([z.ipv4(), z.ipv6()]).nullish(),
      version: Line(64).nullish(),
      hwid: Line(hwidMaxLength).nullish(),
    }),
    reply: LoginCheck,
  },
  'GET /api/applications/:id/sessions': {
    name: 'listSessions',
    auth: 'session',
    token: 'users:read',
    right: 'look',
    summary: 'List live sessions, newest first',
    params: ById,
    query: Page.extend({ userId: PathId.optional() }),
    reply: z.array(ClientSession),
    isList: true,
  },
  'DELETE /api/applications/:id/sessions': {
    name: 'endSessions',
    auth: 'session',
    token: 'users:write',
    right: 'help',
    summary: 'End all sessions of the application, or of one user',
    params: ById,
    query: z.strictObject({ userId: PathId.optional() }),
    reply: Done.extend({ ended: z.int() }),
  },
  'DELETE /api/applications/:id/sessions/:sessionId': {
    name: 'endSession',
    auth: 'session',
    token: 'users:write',
    right: 'help',
    summary: 'End one session; its client stops at the next heartbeat',
    params: BySession,
    reply: Done,
  },
} satisfies Routes
