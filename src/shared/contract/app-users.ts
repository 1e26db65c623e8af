import { z } from 'zod'
import { deviceLimitMax, hwidMaxLength, passwordMaxBytes, usernameMaxLength } from '../constants.ts'
import { Features } from './features.ts'
import { ById, Done, Email, Flag, Line, Page, PathId, SearchText, Secret, Sort, Time } from './fields.ts'
import type { Routes } from './route.ts'

const ByUser = z.strictObject({ id: PathId, userId: PathId })

const Username = Line(usernameMaxLength).min(1, 'Username is required')
const Password = Secret(1, passwordMaxBytes)

/** The same text for both, because a new user needs both. */
export const bothRequired = 'Username and password are required'

/** For the developer only; clients never get it. */
export const BanReason = Line(200)

/** How many devices the user may have; null: as the license, or else the application. */
const DeviceLimit = z.int().min(1).max(deviceLimitMax)

const NewAppUser = z.strictObject({
  username: Line(usernameMaxLength, bothRequired).min(1, bothRequired),
  password: Secret(1, passwordMaxBytes, bothRequired),
  email: Email.nullable().optional(),
  /** Absent or null: never. */
  expiresAt: Time.nullable().optional(),
  /**
   * `''` locks the user to the first device that logs in, a value locks to that device; absent or null: as the
   * application.
   */
  hwid: Line(hwidMaxLength).nullish(),
  /** false exempts the user from the application's hardware lock. */
  isHwidLocked: z.boolean().optional(),
  deviceLimit: DeviceLimit.nullish(),
  features: Features.optional(),
})

const ChangedAppUser = z
  .strictObject({
    username: Username,
    /** Blank keeps the current password. */
    password: Password.or(z.literal('')),
    email: Email.nullable(),
    expiresAt: Time.nullable(),
    /** Blank or null: none, so that the next login binds. */
    hwid: Line(hwidMaxLength).nullable(),
    isHwidLocked: z.boolean(),
    deviceLimit: DeviceLimit.nullable(),
    isActive: z.boolean(),
    isPaused: z.boolean(),
    features: Features,
  })
  .partial()

/** `license`: stands for a license, for those who sign in with its key alone. */
export const userKinds = ['account', 'license'] as const
export type UserKind = (typeof userKinds)[number]

export const AppUser = z.object({
  /** Random, so that it cannot be guessed; fits 31 bits. */
  id: z.int(),
  username: z.string(),
  email: z.string().nullable(),
  isActive: z.boolean(),
  isPaused: z.boolean(),
  isBanned: z.boolean(),
  kind: z.enum(userKinds),
  hwid: z.string().nullable(),
  isHwidLocked: z.boolean(),
  /** The user's own limit; null: as the license, or else the application. */
  deviceLimit: z.int().nullable(),
  /** How many devices are bound. */
  devices: z.int(),
  /** How many seats of the license the user has: more than one only by the devices of a license key alone. */
  seats: z.int(),
  /** The user's own features, which take precedence over the license's and the application's. */
  features: Features,
  /** The user's own expiry; null means never. */
  expiresAt: Time.nullable(),
  licenseId: z.int().nullable(),
  /** The earlier of the user's own expiry and the license's. */
  effectiveExpiresAt: Time.nullable(),
  /** Until when the user has access after that; null: without days of grace. */
  graceUntil: Time.nullable(),
  lastLogin: Time.nullable(),
  /** The IP address of the last login. */
  lastLoginIp: z.string().nullable(),
  createdAt: Time,
  /** In a list with `include=license`: the key of the license, masked for callers who may not see it. */
  licenseKey: z.string().optional(),
  /** In the response to a change that can be undone: see `POST …/operations/:operationId/undo`. */
  undoId: z.string().optional(),
  /** In the response to a reset: until then an offline file works on a device that was bound. */
  offlineUntil: Time.optional(),
})

const action = (summary: string) =>
  ({ auth: 'session', token: 'users:write', right: 'help', summary, params: ByUser, reply: AppUser }) as const

export const appUserStatuses = ['active', 'inactive', 'paused', 'banned', 'expired'] as const
export const appUserSorts = ['id', 'username', 'expiresAt', 'lastLogin', 'createdAt'] as const

/** The users of a list, an export or a bulk action. */
const text = {
  /** Part of username, email, hardware ID or the IP address of the last login. */
  q: SearchText(128).optional(),
  status: z.enum(appUserStatuses).optional(),
  kind: z.enum(userKinds).optional(),
}
const times = {
  /** By the user's own expiry: at or after, and before. */
  expiresFrom: Time.optional(),
  expiresTo: Time.optional(),
}

/** The filter in a query. */
export const appUserQuery = {
  ...text,
  hasHwid: Flag.optional(),
  licenseId: PathId.optional(),
  hasLoggedIn: Flag.optional(),
  ...times,
}

/** The same filter in a JSON body. */
export const appUserFilter = {
  ...text,
  hasHwid: z.boolean().optional(),
  licenseId: z.int().positive().optional(),
  hasLoggedIn: z.boolean().optional(),
  ...times,
}

export const appUserRoutes = {
  'GET /api/applications/:id/users': {
    name: 'listUsers',
    auth: 'session',
    token: 'users:read',
    right: 'look',
    summary: 'List users of an application',
    params: ById,
    query: Page.extend({
      sort: Sort(appUserSorts).optional(),
      include: z.literal('license').optional(),
      ...appUserQuery,
    }),
    reply: z.array(AppUser),
    isList: true,
  },
  'POST /api/applications/:id/users': {
    name: 'createUser',
    refuses: ['username_taken'],
    auth: 'session',
    token: 'users:write',
    right: 'manage',
    isIdempotent: true,
    summary: 'Create a user',
    params: ById,
    body: NewAppUser,
    reply: AppUser,
  },
  'GET /api/applications/:id/users/:userId': {
    name: 'getUser',
    auth: 'session',
    token: 'users:read',
    right: 'look',
    summary: 'Get a user',
    params: ByUser,
    reply: AppUser,
  },
  'PUT /api/applications/:id/users/:userId': {
    name: 'updateUser',
    refuses: ['username_taken'],
    auth: 'session',
    token: 'users:write',
    right: 'help',
    summary: 'Change a user',
    params: ByUser,
    body: ChangedAppUser,
    reply: AppUser,
  },
  'DELETE /api/applications/:id/users/:userId': {
    name: 'deleteUser',
    auth: 'session',
    token: 'users:write',
    right: 'manage',
    summary: 'Delete a user; frees its seats of the license',
    params: ByUser,
    reply: Done,
  },
  'POST /api/applications/:id/users/:userId/pause': { name: 'pauseUser', ...action('Pause a user') },
  'POST /api/applications/:id/users/:userId/unpause': { name: 'resumeUser', ...action('Resume a user') },
  'POST /api/applications/:id/users/:userId/reset-hwid': {
    name: 'resetHwid',
    ...action('Release all devices; the next login binds again'),
  },
  'POST /api/applications/:id/users/:userId/ban': {
    name: 'banUser',
    ...action('Ban a user; a body is only needed for a reason'),
    // A missing body arrives as null.
    body: z.strictObject({ reason: BanReason.nullish() }).nullish(),
  },
  'POST /api/applications/:id/users/:userId/unban': { name: 'unbanUser', ...action('Lift the ban of a user') },
} satisfies Routes
