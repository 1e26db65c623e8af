import { all, answer, pages } from './keys.ts'

/** Dashboard users and the audit log. */
export const administrationKeys = {
  users: (access: string) => answer('GET /api/admin/users', access),
  sessions: (userId: number) => answer('GET /api/admin/users/:userId/sessions', userId),
  history: (userId: number) => answer('GET /api/admin/users/:userId/history', userId),
  heir: (userId: number) => answer('GET /api/admin/users/:userId/heir', userId),
  audit: (query: unknown) => pages('GET /api/audit', all, query),
} as const
