import { z } from 'zod'
import { offlineDaysMax, offlineRequestMaxLength } from '../constants.ts'
import { ById, Done, Page, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

const OfflineLicense = z.object({
  id: z.int(),
  userId: z.int(),
  username: z.string(),
  /** The license that it was made for; null: access of the user's own. */
  licenseId: z.int().nullable(),
  /** The device on which it works. */
  hwid: z.string(),
  createdAt: Time,
  /** Email address of who made it. */
  createdBy: z.string(),
  expiresAt: Time,
  /** It is not given out again, but works until it expires; null: it was not withdrawn. */
  withdrawnAt: Time.nullable(),
})

const OfflineRequest = z
  .strictObject({
    /** The text that the program shows, with its first and last line. */
    request: z.string().min(1, 'is required').max(offlineRequestMaxLength),
    /** The user whom it is for. */
    userId: z.int().positive().nullish(),
    /** The license whose key alone signs in: its holder, who takes a seat as at a sign-in. */
    licenseId: z.int().positive().nullish(),
    /** For how many days it is valid, unless access ends before. Absent: 30. */
    days: z.int().min(1).max(offlineDaysMax).optional(),
  })
  .superRefine(({ userId = null, licenseId = null }, context) => {
    if ((userId === null) !== (licenseId === null)) return
    for (const [field, other] of [
      ['userId', 'licenseId'],
      ['licenseId', 'userId'],
    ] as const) {
      context.addIssue({ code: 'custom', path: [field], message: `must be given, or ${other}, but not both` })
    }
  })

/** Files with which a program runs on a computer that never reaches the server. */
export const offlineLicenseRoutes = {
  'GET /api/applications/:id/offline-licenses': {
    name: 'listOfflineLicenses',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'List offline files, newest first; without their contents',
    params: ById,
    query: Page.extend({ userId: PathId.optional(), licenseId: PathId.optional() }),
    reply: z.array(OfflineLicense),
    isList: true,
  },
  'POST /api/applications/:id/offline-licenses': {
    name: 'createOfflineLicense',
    refuses: [
      'user_not_found',
      'license_not_found',
      'offline_refused',
      'offline_request_used',
      'device_limit_reached',
      'license_full',
    ],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    summary: 'Answer the request of a program that never reaches the server: the device is bound, the file signed',
    params: ById,
    body: OfflineRequest,
    reply: z.object({
      id: z.int(),
      /** Text for the program, signed. The same request and body get the same text again. */
      file: z.string(),
      expiresAt: Time,
    }),
  },
  'DELETE /api/applications/:id/offline-licenses/:fileId': {
    name: 'withdrawOfflineLicense',
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    summary: 'Give an offline file out no more; the one that is out works until it expires',
    params: z.strictObject({ id: PathId, fileId: PathId }),
    reply: Done,
  },
} satisfies Routes
