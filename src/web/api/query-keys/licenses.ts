import { answer, derived, type Parts, pages } from './keys.ts'

/** The licenses of an application. */
export const licenseKeys = {
  /** Whatever is cached of the licenses of an application. */
  of: (id: number) => derived('GET /api/applications/:id/licenses', id),
  list: (id: number, ...of: Parts) => pages('GET /api/applications/:id/licenses', id, ...of),
  details: (id: number) => derived('GET /api/applications/:id/licenses/:licenseId', id),
  one: (id: number, licenseId: number) => answer('GET /api/applications/:id/licenses/:licenseId', id, licenseId),
  summary: (id: number) => answer('GET /api/applications/:id/licenses/summary', id),
  shortKeys: (id: number) => answer('GET /api/applications/:id/licenses/short-keys', id),
  mask: (id: number, mask: string) => answer('GET /api/applications/:id/licenses/mask', id, mask),
} as const
