import { answer } from './keys.ts'

/** The portal of an application; its settings are the application's. */
export const portalKeys = {
  logo: (id: number) => answer('GET /api/applications/:id/portal-logo', id),
} as const
