import { answer, derived, type Parts, pages } from './keys.ts'

/** The users of an application. */
export const userKeys = {
  /** All cached queries of an application's users. */
  of: (id: number) => derived('GET /api/applications/:id/users', id),
  list: (id: number, ...of: Parts) => pages('GET /api/applications/:id/users', id, ...of),
  newest: (id: number) => derived('GET /api/applications/:id/users', id, 'newest'),
  last: (id: number) => derived('GET /api/applications/:id/users', id, 'last'),
  one: (id: number | undefined, userId: number | null | undefined) =>
    answer('GET /api/applications/:id/users/:userId', id, userId),
  banReach: (id: number, userId: number) =>
    answer('GET /api/applications/:id/users/:userId/ban-everywhere', id, userId),
  /** Beneath the inspection: what makes that stale may release devices or change their limit. */
  devices: (id: number, userId: number) =>
    derived('GET /api/applications/:id/users/:userId/inspection', id, userId, 'devices'),
  inspections: (id: number) => derived('GET /api/applications/:id/users/:userId/inspection', id),
  inspection: (id: number, userId: number) => answer('GET /api/applications/:id/users/:userId/inspection', id, userId),
} as const
