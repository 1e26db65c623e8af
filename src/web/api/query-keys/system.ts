import { answer } from './keys.ts'

/** The installation itself. */
export const systemKeys = {
  system: answer('GET /api/system'),
  backups: answer('GET /api/system/backups'),
} as const
