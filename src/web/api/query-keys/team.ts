import { answer } from './keys.ts'

/** The people of an application. */
export const teamKeys = {
  of: (id: number) => answer('GET /api/applications/:id/members', id),
} as const
