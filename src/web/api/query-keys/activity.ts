import { all, answer, derived, type Parts, pages } from './keys.ts'

/** The activity log of one application or of all. */
export const activityKeys = {
  every: derived('GET /api/activity-logs'),
  list: (id: number | undefined, ...of: Parts) => pages('GET /api/activity-logs', id ?? all, ...of),
  missed: (...of: Parts) => derived('GET /api/activity-logs', 'missed', ...of),
  newest: (id: number, ...of: Parts) => derived('GET /api/activity-logs', id, 'newest', ...of),
  row: (id: number | undefined, rowId: string) => derived('GET /api/activity-logs', id ?? all, 'row', rowId),
  retention: (id: number | undefined) => answer('GET /api/activity-logs/retention', id ?? all),
} as const
