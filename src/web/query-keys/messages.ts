import { answer } from './keys.ts'

/** The texts of an account. */
export const messageKeys = {
  own: answer('GET /api/custom-messages', 'own'),
  /** Those of the application's owner. */
  of: (applicationId: number) => answer('GET /api/custom-messages', applicationId),
} as const
