import { all, answer, type Parts, pages } from './keys.ts'

/** Applications and what is shown of one of them. */
export const applicationKeys = {
  /** Every list of applications: all hold rows of the same shape. */
  every: answer('GET /api/applications'),
  own: answer('GET /api/applications', 'own'),
  ownWithStats: answer('GET /api/applications', 'own', 'stats'),
  all: answer('GET /api/applications', all),
  allWithStats: answer('GET /api/applications', all, 'stats'),
  one: (id: number) => answer('GET /api/applications/:id', id),
  stats: (id: number) => answer('GET /api/applications/:id/stats', id),
  signIns: (id: number, ...range: Parts) => answer('GET /api/applications/:id/stats/events', id, ...range),
  clients: (id: number) => answer('GET /api/applications/:id/stats/clients', id),
  expiries: (id: number, ...zone: Parts) => answer('GET /api/applications/:id/stats/expiries', id, ...zone),
  totals: (...period: Parts) => answer('GET /api/stats', ...period),
  sessions: (id: number) => pages('GET /api/applications/:id/sessions', id),
} as const
