import { z } from 'zod'
import { portalLogoMaxBytes } from '../constants.ts'
import { ById, Done } from './fields.ts'
import type { Routes } from './route.ts'

/** Base64 has four letters for three bytes. */
const maxLength = Math.ceil(portalLogoMaxBytes / 3) * 4

/** The logo of an application's portal. */
export const portalLogoRoutes = {
  'GET /api/applications/:id/portal-logo': {
    name: 'getPortalLogo',
    auth: 'session',
    token: 'none',
    right: 'look',
    summary: 'The logo of the portal',
    params: ById,
    /** A data URL; null: there is none. */
    reply: z.object({ logo: z.string().nullable() }),
  },
  'PUT /api/applications/:id/portal-logo': {
    name: 'replacePortalLogo',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Replace or remove the logo of the portal: PNG or WebP of at most 100 KiB',
    params: ById,
    /** The file in base64; null removes it. */
    body: z.strictObject({
      logo: z
        .string()
        .min(1, 'is required')
        .max(maxLength, 'must be at most 100 KiB')
        .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
        .nullable(),
    }),
    reply: Done,
  },
} satisfies Routes
