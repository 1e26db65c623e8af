import { answer } from './keys.ts'

/** How an application sends email, and what waits. */
export const mailKeys = {
  of: (id: number) => answer('GET /api/applications/:id/mail', id),
} as const
