import { answer } from './keys.ts'

/** Why a login would be refused. */
export const loginCheckKeys = {
  of: (id: number, question: unknown) => answer('POST /api/applications/:id/login-check', id, question),
} as const
