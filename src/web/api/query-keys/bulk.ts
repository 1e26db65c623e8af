import { answer, derived, type Parts } from './keys.ts'

/** Bulk actions. */
export const bulkKeys = {
  operations: (id: number) => answer('GET /api/applications/:id/operations', id),
  preview: (...of: Parts) => derived('POST /api/applications/:id/users/bulk/preview', ...of),
} as const
