import { z } from 'zod'
import { ById, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** Where a copy is: in the data folder, or in S3-compatible storage. */
const places = ['folder', 's3'] as const
export type BackupPlace = (typeof places)[number]

/** `rehearsing`: complete, and being tried out now. `failed`: none was made, or the one that was made is damaged. */
const states = ['running', 'complete', 'rehearsing', 'failed'] as const
export type BackupState = (typeof states)[number]

const Backup = z.object({
  id: z.int(),
  place: z.enum(places),
  /** While it is being made, what is written so far; null where nothing is. */
  bytes: z.int().nullable(),
  createdAt: Time,
  state: z.enum(states),
  /** When it was last restored and read to try it out; null: never. */
  rehearsedAt: Time.nullable(),
  /** Why it failed, or why the last rehearsal did. */
  error: z.string().nullable(),
})

const call = { auth: 'session', token: 'none' } as const

/** Backups of the embedded database, for owners of the installation. */
export const systemBackupRoutes = {
  'GET /api/system/backups': {
    name: 'listBackups',
    refuses: ['not_embedded'],
    ...call,
    summary: 'List the backups of the embedded database, newest first',
    reply: z.array(Backup),
  },
  'POST /api/system/backups': {
    name: 'createBackup',
    refuses: ['backup_running', 'not_embedded', 'not_in_demo'],
    ...call,
    summary: 'Make a backup of the embedded database now',
    body: z.strictObject({}),
    status: 202,
    reply: z.object({ id: z.int() }),
  },
  'POST /api/system/backups/:id/rehearse': {
    name: 'rehearseBackup',
    refuses: ['backup_running', 'not_embedded', 'not_in_demo'],
    ...call,
    summary: 'Restore a backup to a temporary folder and check that it is all there',
    params: ById,
    status: 202,
    reply: z.object({ id: z.int() }),
  },
} satisfies Routes
