import { z } from 'zod'
import { appUserQuery } from './app-users.ts'
import { Features } from './features.ts'
import { ById, Flag, PathId } from './fields.ts'
import { licenseQuery } from './licenses.ts'
import type { Routes } from './route.ts'

const importKinds = ['users', 'licenses'] as const
/**
 * `csv`: our own export, or any table; `keyauth`: KeyAuthUsers.json, KeyAuthKeys.json or its text form; of licenses also
 * `keygen`: JSON:API licenses as Keygen answers them; `list`: one key per line.
 */
const importFormats = ['csv', 'keyauth', 'keygen', 'list'] as const
export const importResults = ['new', 'changed', 'unchanged', 'skipped', 'wrong'] as const

/** Maximum file size. */
export const importMaxBytes = 50 * 1024 * 1024

/** One line of the response (`application/x-ndjson`: one JSON text per line). The last one has the type `end`. */
const ImportLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('columns'),
    /** The file's columns and what each is read as; null is not imported. */
    columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
  }),
  z.object({
    type: z.literal('progress'),
    done: z.int(),
    /** Absent in a dry run, as the operation's ID: it can be stopped, and looked at when the response was lost. */
    total: z.int().optional(),
    operationId: z.string().optional(),
    rows: z.array(
      z.object({
        /** Line of the file, or position in its array, from 1. */
        line: z.int(),
        name: z.string(),
        result: z.enum(importResults),
        /** The invalid field. */
        field: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
  }),
  z.object({
    type: z.literal('end'),
    isDryRun: z.boolean(),
    new: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    wrong: z.int(),
    /** Why it stopped early; rows imported until then stay. */
    message: z.string().optional(),
    /** Of a dry run: what looks like a mistake, although every row can be imported. */
    warning: z.string().optional(),
  }),
])
export type ImportLine = z.output<typeof ImportLine>

const formats = { format: z.enum(['csv', 'json']).optional() }

const text = z.string().nullable()

/** A user of an export; the hash only where it was asked for. */
const ExportedUser = z.object({
  username: z.string(),
  email: text,
  password_hash: text.optional(),
  hwid: text,
  is_hwid_locked: z.boolean(),
  expires_at: text,
  is_active: z.boolean(),
  is_paused: z.boolean(),
  is_banned: z.boolean(),
  ban_reason: text,
  license_key: text,
  created_at: text,
  last_login: text,
  kind: z.string(),
})

/** A license of an export, with the name of its preset. */
const ExportedLicense = z.object({
  license_key: z.string(),
  max_users: z.int(),
  validity_days: z.int(),
  validity_start: z.string(),
  expires_at: text,
  description: z.string(),
  is_active: z.boolean(),
  created_at: z.string(),
  hold: text,
  hold_reason: text,
  preset: text,
  features: Features.nullable(),
})

export const importRoutes = {
  'POST /api/applications/:id/imports': {
    name: 'importFile',
    refuses: ['preset_not_found'],
    auth: 'session',
    token: 'none',
    right: 'manage',
    cost: 'bulk',
    summary:
      'Import users or licenses: the body is the file itself (text/csv, application/json or ' +
      'application/octet-stream, up to 50 MiB); streams one JSON object per line',
    params: ById,
    query: z.strictObject({
      kind: z.enum(importKinds),
      format: z.enum(importFormats),
      /** Shows what an import would do, and changes nothing. */
      dryRun: Flag.optional(),
      /** Existing users and licenses stay unchanged (default), or take the file's values except the password. */
      existing: z.enum(['skip', 'update']).optional(),
      /** KeyAuth: hardware IDs are dropped, so that the next login binds (default), or kept exactly. */
      hwids: z.enum(['unbind', 'keep']).optional(),
      /**
       * KeyAuth's older files don't say which keys were used: all become active (default), or none until the developer
       * decides.
       */
      keys: z.enum(['active', 'inactive']).optional(),
      /** CSV: JSON such as `{"Serial": "license_key"}`, for columns that aren't found by their name. */
      columns: z.string().max(4096).optional(),
      /** List of keys: the preset that each of them is made from. */
      presetId: PathId.optional(),
    }),
    bodyTypes: ['text/csv', 'application/json', 'application/octet-stream'],
    reply: ImportLine,
    replyTypes: ['application/x-ndjson'],
  },
  'GET /api/applications/:id/users/export': {
    name: 'exportUsers',
    refuses: ['proof_needed'],
    auth: 'session',
    token: 'users:read',
    right: 'export',
    cost: 'export',
    summary:
      'Export users as CSV or JSON; password hashes need passwordHashes and a person who just confirmed their identity',
    params: ById,
    query: z.strictObject({ ...appUserQuery, ...formats, passwordHashes: Flag.optional() }),
    reply: z.string(),
    fileRow: ExportedUser,
    replyTypes: ['text/csv', 'application/json'],
  },
  'GET /api/applications/:id/licenses/export': {
    name: 'exportLicenses',
    auth: 'session',
    token: 'licenses:read',
    right: 'export',
    cost: 'export',
    summary: 'Export licenses as CSV or JSON',
    params: ById,
    query: z.strictObject({ ...licenseQuery, ...formats }),
    reply: z.string(),
    fileRow: ExportedLicense,
    replyTypes: ['text/csv', 'application/json'],
  },
} satisfies Routes
