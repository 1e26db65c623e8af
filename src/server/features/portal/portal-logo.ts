import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { portalLogoMaxBytes } from '../../../shared/constants.ts'
import type { portalLogoRoutes } from '../../../shared/contract/portal-logo.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { PortalContext } from './portal-context.ts'

/** The logo of a portal, as its developer sees and changes it. */
export function portalLogoHandlers({
  stores,
  clock,
}: Pick<Dashboard, 'stores' | 'clock'>): Handlers<typeof portalLogoRoutes> {
  return {
    'GET /api/applications/:id/portal-logo': async ({ caller, params: { id } }) => {
      await findApplication(stores, caller, id, 'look')
      const logo = await stores.portal.logos.find(id)
      return { logo: logo ? `data:${logo.type};base64,${logo.bytes.toString('base64')}` : null }
    },

    'PUT /api/applications/:id/portal-logo': async ({ params: { id }, body, ...actor }) => {
      const logo = body.logo === null ? null : logoIn(body.logo)
      await stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        if (logo) await tx.portal.logos.replace(id, logo)
        else if (!(await tx.portal.logos.remove(id))) return
        const action = logo ? 'application.replace_portal_logo' : 'application.remove_portal_logo'
        await audit(tx, actor, action, ofApplication(id), clock.now())
      })
      return { message: logo ? 'Logo saved' : 'Logo removed' }
    },
  }
}

function logoIn(base64: string) {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > portalLogoMaxBytes) throw fieldError('logo', 'The logo must be at most 100 KiB.')
  const type = imageTypeOf(bytes)
  if (!type) throw fieldError('logo', 'The logo must be a PNG or WebP file.')
  return { type, bytes, tag: hash('sha256', bytes, 'base64url') }
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** By the first bytes of the file: its name and what a browser says of it prove nothing. */
function imageTypeOf(bytes: Buffer): 'image/png' | 'image/webp' | undefined {
  if (bytes.subarray(0, 8).equals(pngStart)) return 'image/png'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}

/** The file itself, for the page. Its address names its content, so a browser keeps it. */
export function servePortalLogo(app: FastifyInstance, { stores, findPortal }: PortalContext): void {
  app.get('/api/portal/:slug/logo', { config: { auth: 'none' } }, async (request, reply) => {
    const { id } = await findPortal(request, (request.params as { slug: string }).slug)
    const logo = await stores.portal.logos.find(id)
    if (!logo) throw new Problem('not_found')
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(logo.type)
      .send(logo.bytes)
  })
}
