import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { endUserSessions } from '../../events/live-sessions.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hashToken } from '../../lib/tokens.ts'
import { requireLongPassword } from './own-access.ts'
import type { PortalContext } from './portal-context.ts'

type Routes = Pick<typeof portalRoutes, 'POST /api/portal/:slug/set-password'>

/** Takes the links that a developer made for a user. */
export function setPasswordHandlers(context: PortalContext): Handlers<Routes> {
  const { stores, clock, passwords, recorder } = context
  return {
    'POST /api/portal/:slug/set-password': async ({ params: { slug }, body, request }) => {
      const application = await context.findPortal(request, slug)
      const { id } = application
      requireLongPassword(application, body.new_password)
      const tokenHash = hashToken(body.token)
      const ip = clientIp(request)
      const found = await context.findLink(ip, () => stores.portal.links.find(id, tokenHash, clock.now()))
      if (!found) throw new Problem('reset_link_invalid')
      const { userId } = found
      const line = { tenant: application.ownerId, application: id, address: ip, account: `link ${userId}` }
      const passwordHash = await passwords.hash(body.new_password, { line: { ...line, isStranger: false } })
      const now = clock.now()
      await stores.transaction(async (tx) => {
        // before the link: so do all changes of a user that void it
        await tx.clientSessions.lockUser(id, userId)
        if (!(await tx.portal.links.use(id, tokenHash, now))) throw new Problem('reset_link_invalid')
        await tx.appUsers.update(id, userId, { passwordHash })
        await endUserSessions(recorder, tx, id, [userId], now)
      })
      return { message: 'Password changed' }
    },
  }
}
