import { z } from 'zod'
import {
  daysMax,
  deviceLimitMax,
  graceDaysMax,
  licenseBatchMax,
  licenseMaskMinStars,
  maxUsersMax,
  sessionLimitMax,
} from '../constants.ts'
import { licenseHolds } from '../license-status.ts'
import { AppUser } from './app-users.ts'
import { Features } from './features.ts'
import { ById, Done, Flag, Line, Page, Paragraph, PathId, SearchText, Sort, Time, wholeNumberTo } from './fields.ts'
import type { Routes } from './route.ts'
import { Redemption, Undoable } from './user-inspection.ts'

const ByLicense = z.strictObject({ id: PathId, licenseId: PathId })

export const validityStarts = ['creation', 'first_use'] as const
export const licenseStatuses = ['active', 'inactive', 'full', 'expired', ...licenseHolds] as const
export const licenseSorts = ['id', 'expiresAt', 'createdAt', 'currentUsers'] as const

/** For the developer only; clients never get it. A missing body arrives as null. */
const HoldReason = z.strictObject({ reason: Line(200).nullish() }).nullish()

const holdRoute = (summary: string) =>
  ({ auth: 'session', token: 'licenses:write', right: 'manage', summary, params: ByLicense, reply: License }) as const

export const licenseFields = z.strictObject({
  maxUsers: z.int().min(1).max(maxUsersMax),
  validityDays: z.int('Validity days must be at least 1').min(1, 'Validity days must be at least 1').max(daysMax),
  description: Paragraph(500),
  /** When the validity starts: at creation, or at the first registration. */
  validityStart: z.enum(validityStarts),
  /** Devices of each of its users; null: as the application. */
  maxDevices: z.int().min(1).max(deviceLimitMax).nullable(),
  /** Live sessions of all its users together; null: no limit. */
  maxSessions: z.int().min(1).max(sessionLimitMax).nullable(),
  /** Days for which its users have access after it has expired; null: as the application. */
  graceDays: z.int().min(0).max(graceDaysMax).nullable(),
  /** What its users have bought; a user's own features take precedence. */
  features: Features,
})

const NewLicenses = licenseFields.partial().extend({
  /** The preset whose values the license gets, except those named beside it. */
  presetId: z.int().positive().nullish(),
})

const NewLicense = NewLicenses.extend({
  /** Absent or blank: the server generates one. */
  licenseKey: Line(128).optional(),
  isActive: z.boolean().optional(),
})

export const License = z.object({
  id: z.int(),
  licenseKey: z.string(),
  maxUsers: z.int(),
  /** Seats that are taken: one by each user, and one by each further machine of the license key alone. */
  currentUsers: z.int(),
  validityDays: z.int(),
  validityStart: z.enum(validityStarts),
  description: z.string(),
  maxDevices: z.int().nullable(),
  maxSessions: z.int().nullable(),
  graceDays: z.int().nullable(),
  features: Features,
  /** The preset that it was made from, or that was applied to it last. */
  presetId: z.int().nullable(),
  isActive: z.boolean(),
  /** null while a first-use license waits for its first registration. */
  expiresAt: Time.nullable(),
  /** Until when its users have access after it has expired; null: without days of grace. */
  graceUntil: Time.nullable(),
  createdAt: Time,
  /** Nobody can use a license that is paused or banned; its switch and its expiry stay as they are. */
  hold: z.enum(licenseHolds).nullable(),
  holdReason: z.string().nullable(),
  heldAt: Time.nullable(),
  /** In the response to a changed expiry, a pause or a ban: see `POST …/operations/:operationId/undo`. */
  undoId: z.string().optional(),
})

const LicenseDetails = License.extend({
  /** The first ten who use it. */
  users: z.array(
    AppUser.pick({
      id: true,
      username: true,
      kind: true,
      seats: true,
      isActive: true,
      isPaused: true,
      isBanned: true,
      hwid: true,
      effectiveExpiresAt: true,
      graceUntil: true,
      lastLogin: true,
    }),
  ),
  /** Its time went into another license, which is null if that was deleted; null: it did not. */
  spent: z
    .object({
      at: Time,
      licenseId: z.int().nullable(),
      /** The days that it gave and that its ban took back, rounded up; 0: none. */
      takenDays: z.int(),
    })
    .nullable(),
  /** The last ten times that a user redeemed its key, newest first. */
  redemptions: z.array(Redemption),
  /** The preset of `presetId`. */
  preset: z.object({ name: z.string(), isArchived: z.boolean() }).nullable(),
  /** How many devices its users are bound to; null: more than 1,000 users, which are not counted. */
  devices: z.int().nullable(),
  /** How many sessions of its users are live; null: more than 1,000 users or sessions. */
  sessions: z.int().nullable(),
  /** The last 20 changes, newest first. Bulk actions are not among them. */
  changes: z.array(
    z.object({
      id: z.int(),
      action: z.string(),
      /** null: somebody else, for callers who may not see who changed what. */
      actor: z.string().nullable(),
      details: z.string().nullable(),
      createdAt: Time,
    }),
  ),
  /** Changes of this license that can still be undone, newest first. */
  undoable: z.array(Undoable),
})

/** The licenses of a list, an export or a bulk action. */
const text = {
  /** A whole license key, or part of a description. */
  q: SearchText(128).optional(),
  status: z.enum(licenseStatuses).optional(),
}

/** The filter in a query. */
export const licenseQuery = {
  ...text,
  /** Not expired, but expiring within so many days. */
  expiresWithinDays: z
    .codec(z.string().regex(/^[1-9]\d{0,3}$/, wholeNumberTo(9999)), z.int(), { decode: Number, encode: String })
    .optional(),
  /** Without users, or with users. */
  isUsed: Flag.optional(),
  presetId: PathId.optional(),
}

/** The same filter in a JSON body. */
export const licenseFilter = {
  ...text,
  expiresWithinDays: z.int().min(1).max(9999).optional(),
  isUsed: z.boolean().optional(),
  presetId: z.int().positive().optional(),
}

/**
 * A key with `*` for each random character, such as `KW-****-****-****`; at least 12 of them, so that keys cannot be
 * guessed.
 */
export const LicenseMask = z
  .string()
  .regex(/^[0-9A-Za-z*_-]{1,64}$/, 'may have letters, digits, - and _, and * for each random character')
  .refine(
    (mask) => mask.replaceAll(/[^*]/g, '').length >= licenseMaskMinStars,
    `must have at least ${licenseMaskMinStars} *`,
  )

export const licenseRoutes = {
  'GET /api/applications/:id/licenses': {
    name: 'listLicenses',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'List licenses of an application',
    params: ById,
    query: Page.extend({ sort: Sort(licenseSorts).optional(), ...licenseQuery }),
    reply: z.array(License),
    isList: true,
  },
  'GET /api/applications/:id/licenses/summary': {
    name: 'getLicenseTotals',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'Get license totals',
    params: ById,
    reply: z.object({ totalKeys: z.int(), activeKeys: z.int(), totalUsers: z.int(), expiredKeys: z.int() }),
  },
  'GET /api/applications/:id/licenses/generate': {
    name: 'proposeLicenseKey',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'Propose a key with the defaults; stores nothing',
    params: ById,
    reply: z.object({ generatedKey: z.string(), defaultMaxUsers: z.int(), defaultValidityDays: z.int() }),
  },
  'POST /api/applications/:id/licenses/generate': {
    name: 'generateLicense',
    refuses: ['preset_not_found'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    isIdempotent: true,
    summary: 'Create a license with a generated key',
    params: ById,
    body: NewLicenses,
    reply: License,
  },
  'GET /api/applications/:id/licenses/mask': {
    name: 'previewLicenseMask',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'Preview keys of a mask; stores nothing',
    params: ById,
    query: z.strictObject({ mask: LicenseMask }),
    reply: z.object({ sample: z.array(z.string()) }),
  },
  'GET /api/applications/:id/licenses/short-keys': {
    name: 'countShortLicenseKeys',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'How many keys have fewer than 12 characters, which could be guessed',
    params: ById,
    /** `isPartial`: the application has more licenses than were looked at. */
    reply: z.object({ count: z.int(), isPartial: z.boolean() }),
  },
  'POST /api/applications/:id/licenses/batch': {
    name: 'createLicenses',
    refuses: ['preset_not_found', 'license_key_taken'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    isIdempotent: true,
    summary: 'Create 1 to 1,000 licenses at once, all or none',
    params: ById,
    body: NewLicenses.extend({
      count: z.int().min(1).max(licenseBatchMax),
      /** Absent: that of the preset, or keys in the format of single licenses. */
      mask: LicenseMask.optional(),
      isActive: z.boolean().optional(),
    }),
    reply: z.array(License),
  },
  'POST /api/applications/:id/licenses': {
    name: 'createLicense',
    refuses: ['preset_not_found', 'license_key_taken'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    isIdempotent: true,
    summary: 'Create a license, with your own key if you like',
    params: ById,
    body: NewLicense,
    reply: License,
  },
  'GET /api/applications/:id/licenses/:licenseId': {
    name: 'getLicense',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'Get a license with its users and changes',
    params: ByLicense,
    reply: LicenseDetails,
  },
  'PATCH /api/applications/:id/licenses/:licenseId': {
    name: 'updateLicense',
    refuses: ['license_below_users'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    summary: 'Change a license; a later expiry extends its users',
    params: ByLicense,
    body: z
      .strictObject({
        maxUsers: licenseFields.shape.maxUsers,
        description: licenseFields.shape.description,
        maxDevices: licenseFields.shape.maxDevices,
        maxSessions: licenseFields.shape.maxSessions,
        graceDays: licenseFields.shape.graceDays,
        features: licenseFields.shape.features,
        isActive: z.boolean(),
        /** null leaves a license that waits for its first registration unchanged. */
        expiresAt: Time.nullable(),
      })
      .partial(),
    reply: License,
  },
  'POST /api/applications/:id/licenses/:licenseId/pause': {
    name: 'pauseLicense',
    refuses: ['license_banned'],
    ...holdRoute('Pause a license: its users are refused until it is resumed'),
    body: HoldReason,
  },
  'POST /api/applications/:id/licenses/:licenseId/unpause': {
    name: 'resumeLicense',
    ...holdRoute('Resume a license'),
    /** With `giveBack`, the time of the pause is added to an expiry that had not come before it. */
    body: z.strictObject({ giveBack: z.boolean().optional() }).nullish(),
  },
  'POST /api/applications/:id/licenses/:licenseId/ban': {
    name: 'banLicense',
    ...holdRoute('Ban a license: its users are refused until it is unbanned'),
    body: HoldReason,
  },
  'POST /api/applications/:id/licenses/:licenseId/unban': {
    name: 'unbanLicense',
    ...holdRoute('Lift the ban of a license'),
  },
  'DELETE /api/applications/:id/licenses/:licenseId': {
    name: 'deleteLicense',
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    summary: 'Delete a license; its users lose access',
    params: ByLicense,
    reply: Done,
  },
} satisfies Routes

/** The calls that pause or ban a license, or end that. */
export type LicenseHoldRoute = `POST /api/applications/:id/licenses/:licenseId/${'pause' | 'unpause' | 'ban' | 'unban'}`
