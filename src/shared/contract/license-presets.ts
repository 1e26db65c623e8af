import { z } from 'zod'
import { presetNameMaxLength } from '../constants.ts'
import { Features } from './features.ts'
import { ById, Done, Flag, Line, PathId, Time } from './fields.ts'
import { LicenseMask, licenseFields } from './licenses.ts'
import type { Routes } from './route.ts'

const ByPreset = z.strictObject({ id: PathId, presetId: PathId })

const { maxUsers, validityDays, validityStart, maxDevices, maxSessions, graceDays } = licenseFields.shape

const fields = z.strictObject({
  name: Line(presetNameMaxLength).min(1, 'Enter a name.'),
  maxUsers,
  validityDays,
  validityStart,
  maxDevices,
  maxSessions,
  graceDays,
  /** What keys look like, as in a batch; null: the format of single licenses. */
  mask: LicenseMask.nullable(),
  features: Features,
})

const LicensePreset = z.object({
  id: z.int(),
  name: z.string(),
  maxUsers: z.int(),
  validityDays: z.int(),
  validityStart,
  maxDevices: z.int().nullable(),
  maxSessions: z.int().nullable(),
  graceDays: z.int().nullable(),
  mask: z.string().nullable(),
  features: Features,
  createdAt: Time,
  /** null: offered for new licenses. */
  archivedAt: Time.nullable(),
})

/** Presets are copied into the licenses that are made from them: a later change leaves what was sold as it was. */
export const licensePresetRoutes = {
  'GET /api/applications/:id/presets': {
    name: 'listPresets',
    auth: 'session',
    token: 'licenses:read',
    right: 'look',
    summary: 'Presets for new licenses, by name; or the archived ones, the last archived first, at most 100',
    params: ById,
    query: z.strictObject({ isArchived: Flag.optional() }),
    reply: z.array(
      LicensePreset.extend({
        /** How many licenses have it; null: more than 1,000. */
        licenses: z.int().nullable(),
      }),
    ),
  },
  'POST /api/applications/:id/presets': {
    name: 'createPreset',
    refuses: ['preset_name_taken', 'limit_reached'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    isIdempotent: true,
    summary: 'Create a preset',
    params: ById,
    body: fields.partial().required({ name: true }),
    reply: LicensePreset,
  },
  'PATCH /api/applications/:id/presets/:presetId': {
    name: 'updatePreset',
    refuses: ['preset_name_taken', 'limit_reached'],
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    summary: 'Change a preset, or bring an archived one back; its licenses stay as they are',
    params: ByPreset,
    body: fields.extend({ isArchived: z.literal(false) }).partial(),
    reply: LicensePreset,
  },
  'DELETE /api/applications/:id/presets/:presetId': {
    name: 'deletePreset',
    auth: 'session',
    token: 'licenses:write',
    right: 'manage',
    summary: 'Delete a preset, or archive it if licenses have it',
    params: ByPreset,
    reply: Done.extend({ isArchived: z.boolean() }),
  },
} satisfies Routes
