import { answer } from './keys.ts'

/** The presets of an application. */
export const presetKeys = {
  list: (id: number, isArchived = false) => answer('GET /api/applications/:id/presets', id, isArchived),
} as const
