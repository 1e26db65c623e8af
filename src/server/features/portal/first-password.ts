import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { clientIp } from '../../http/client-ip.ts'
import { evaluate } from '../../http/limits/attempt.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { canonical } from '../../lib/canonical.ts'
import { requireLongPassword } from './own-access.ts'
import type { PortalContext } from './portal-context.ts'

type Routes = Pick<typeof portalRoutes, 'POST /api/portal/:slug/first-password'>

/**
 * The first password of who was imported without one: name and license key are what they had before. One answer for an
 * unknown name or key, another's key, and who has a password, after the same two reads.
 */
export function firstPasswordHandlers(context: PortalContext): Handlers<Routes> {
  const { stores, passwords, wrongCodes } = context
  return {
    'POST /api/portal/:slug/first-password': async ({ params: { slug }, body, request }) => {
      const application = await context.findPortal(request, slug)
      const { id } = application
      const { username, license_key: licenseKey, new_password: password } = body
      requireLongPassword(application, password)
      const address = clientIp(request)
      const userId = await evaluate(wrongCodes(id, address), async () => {
        const license = await stores.licenses.findByKey(id, licenseKey)
        // a key that several people use proves none of them
        const licenseId = license?.maxUsers === 1 ? license.id : 0
        return stores.appUsers.withoutPassword(id, username, licenseId)
      })
      if (userId === undefined) throw new Problem('first_password_refused')
      const line = { tenant: application.ownerId, application: id, address, account: canonical(username) }
      const passwordHash = await passwords.hash(password, { line: { ...line, isStranger: false } })
      // of many at once the first one counts; nobody is signed in who has no password
      const isSet = await stores.transaction((tx) => tx.appUsers.changePassword(id, userId, '', passwordHash))
      if (!isSet) throw new Problem('first_password_refused')
      return { message: 'Password set' }
    },
  }
}
