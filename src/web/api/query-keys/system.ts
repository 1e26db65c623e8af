import { answer } from './keys.ts'

/** The installation itself. */
export const systemKeys = {
  backups: answer('GET /api/system/backups'),
} as const
