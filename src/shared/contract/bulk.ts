import { z } from 'zod'
import { daysMax } from '../constants.ts'
import { appUserFilter, BanReason } from './app-users.ts'
import { Features } from './features.ts'
import { ById, Paragraph, PathId, Time } from './fields.ts'
import { licenseFilter } from './licenses.ts'
import type { Routes } from './route.ts'

const ByOperation = z.strictObject({ id: PathId, operationId: z.uuid() })

const Ids = z.array(z.int().positive()).min(1).max(10_000)

/** Rows by ID, or all that match a filter except the excluded ones. */
const selectionOf = <F extends z.ZodType>(filter: F) =>
  z.union([z.strictObject({ ids: Ids }), z.strictObject({ filter, except: Ids.optional() })])

const Days = z
  .int()
  .min(-daysMax)
  .max(daysMax)
  .refine((days) => days !== 0, 'must not be 0')

/** An expired row gets its days from now on, or is left unchanged. */
const addDays = z.strictObject({
  type: z.literal('add_days'),
  days: Days,
  expired: z.enum(['from_now', 'skip']).optional(),
})

const plain = <T extends string>(type: T) => z.strictObject({ type: z.literal(type) })

export const UserAction = z.discriminatedUnion('type', [
  plain('pause'),
  plain('resume'),
  z.strictObject({ type: z.literal('ban'), reason: BanReason.nullish() }),
  plain('unban'),
  plain('reset_hwid'),
  addDays,
  z.strictObject({ type: z.literal('set_expiry'), expiresAt: Time.nullable() }),
  plain('activate'),
  plain('deactivate'),
  plain('delete'),
])

const licenseActions = [
  addDays,
  z.strictObject({ type: z.literal('set_expiry'), expiresAt: Time }),
  plain('activate'),
  plain('deactivate'),
  plain('pause'),
  plain('resume'),
  /** The reason is for the developer only; clients never get it. */
  z.strictObject({ type: z.literal('ban'), reason: BanReason.nullish() }),
  plain('unban'),
  z.strictObject({ type: z.literal('set_description'), description: Paragraph(500) }),
  plain('delete'),
] as const

/** Gives licenses what the preset has now; seats, validity and expiry stay. */
const ApplyPreset = z.strictObject({ type: z.literal('apply_preset'), presetId: z.int().positive() })

export const LicenseAction = z.discriminatedUnion('type', [...licenseActions, ApplyPreset])

const PresetLimit = z.int().nullable()

/** As an operation stores it: with the values that were previewed, whatever the preset has later. */
export const StoredLicenseAction = z.discriminatedUnion('type', [
  ...licenseActions,
  ApplyPreset.extend({
    maxDevices: PresetLimit,
    maxSessions: PresetLimit,
    /** Absent in an operation of a release that knew no days of grace: they stay. */
    graceDays: PresetLimit.optional(),
    features: Features,
  }),
])

export const UserSelection = selectionOf(z.strictObject(appUserFilter))
export const LicenseSelection = selectionOf(z.strictObject(licenseFilter))

const userBulk = z.strictObject({ selection: UserSelection, action: UserAction })
const licenseBulk = z.strictObject({ selection: LicenseSelection, action: LicenseAction })

const Preview = z.object({
  /** Rows that match the selection now. */
  total: z.int(),
  /** How many of them the action would change; the others already have that state. */
  changing: z.int(),
  /** How many of those have expired and would be valid again. */
  reviving: z.int(),
  /** Some of the rows that would change, in words. */
  sample: z.array(z.object({ id: z.int(), name: z.string(), before: z.string(), after: z.string() })),
  /** Sent back with the same selection and action; valid for ten minutes and for one use. */
  token: z.string(),
  /** The ID that the operation will have: it identifies an operation whose response was lost. */
  operationId: z.string(),
  /** Whether the operation can be undone. */
  canUndo: z.boolean(),
})

const token = z.string().max(512)

const bulkResults = ['changed', 'unchanged', 'skipped', 'failed'] as const

/** One line of the response (`application/x-ndjson`: one JSON text per line). The last one has the type `end`. */
const BulkLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    done: z.int(),
    total: z.int(),
    /** The rows of one batch, which is one transaction. */
    rows: z.array(
      z.object({ id: z.int(), name: z.string(), result: z.enum(bulkResults), message: z.string().optional() }),
    ),
  }),
  z.object({
    type: z.literal('end'),
    operationId: z.string(),
    total: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    failed: z.int(),
    canUndo: z.boolean(),
    /** Why it stopped early; rows counted as changed stay changed. */
    message: z.string().optional(),
  }),
])
export type BulkLine = z.output<typeof BulkLine>

const Operation = z.object({
  id: z.string(),
  entity: z.enum(['user', 'license']),
  /** `pause`, `add_days`, `reset_hwid` … */
  action: z.string(),
  /** The caller's email. */
  actor: z.string(),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  startedAt: Time,
  /** null while it runs; if the server stopped meanwhile, the next one goes on with it. Stays null if it was stopped. */
  finishedAt: Time.nullable(),
  /** When it ended before its last row: on request, by an error, or because its caller lost the right. */
  stoppedAt: Time.nullable(),
  undoneAt: Time.nullable(),
  /** Rows that an undo has restored so far. */
  restored: z.int(),
  canUndo: z.boolean(),
})

export const bulkRoutes = {
  'POST /api/applications/:id/users/bulk/preview': {
    name: 'previewUserChanges',
    auth: 'session',
    token: 'users:write',
    right: 'manage',
    summary: 'Preview a change of many users; changes nothing',
    params: ById,
    body: userBulk,
    reply: Preview,
  },
  'POST /api/applications/:id/users/bulk': {
    name: 'changeUsers',
    refuses: ['preview_expired', 'selection_changed'],
    auth: 'session',
    token: 'users:write',
    right: 'manage',
    cost: 'bulk',
    summary: 'Change many users as previewed; streams one JSON object per line, one transaction per batch',
    params: ById,
    body: userBulk.extend({ token }),
    reply: BulkLine,
    replyTypes: ['application/x-ndjson'],
  },
  'POST /api/applications/:id/licenses/bulk/preview': {
    name: 'previewLicenseChanges',
    refuses: ['preset_not_found'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    summary: 'Preview a change of many licenses; changes nothing',
    params: ById,
    body: licenseBulk,
    reply: Preview,
  },
  'POST /api/applications/:id/licenses/bulk': {
    name: 'changeLicenses',
    refuses: ['preview_expired', 'selection_changed', 'preset_not_found'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    cost: 'bulk',
    summary: 'Change many licenses as previewed; streams one JSON object per line, one transaction per batch',
    params: ById,
    body: licenseBulk.extend({ token }),
    reply: BulkLine,
    replyTypes: ['application/x-ndjson'],
  },
  'GET /api/applications/:id/operations': {
    name: 'listOperations',
    auth: 'session',
    token: 'users:read',
    right: 'look',
    summary: 'List recent changes that can be viewed or undone, newest first, up to 100',
    params: ById,
    reply: z.array(Operation),
  },
  'GET /api/applications/:id/operations/:operationId': {
    name: 'getOperation',
    auth: 'session',
    token: 'users:read',
    right: 'look',
    summary: 'Get the progress of a bulk change',
    params: ByOperation,
    reply: Operation,
  },
  'POST /api/applications/:id/operations/:operationId/stop': {
    name: 'stopOperation',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Stop a bulk change; rows changed so far stay changed and can be undone',
    params: ByOperation,
    reply: Operation,
  },
  'POST /api/applications/:id/operations/:operationId/undo': {
    name: 'undoOperation',
    refuses: ['operation_running', 'operation_stopped', 'operation_undone'],
    auth: 'session',
    token: 'none',
    right: 'help',
    cost: 'bulk',
    summary: 'Restore previous values, except on rows changed since',
    params: ByOperation,
    reply: z.object({ restored: z.int(), skipped: z.int() }),
  },
} satisfies Routes
