import type { portalRoutes } from '../../../shared/contract/portal.ts'
import type { LiveSessions } from '../../events/live-sessions.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { customerHandlers } from './customer.ts'
import { firstPasswordHandlers } from './first-password.ts'
import { mailedHandlers } from './mailed.ts'
import { orderKeyHandlers } from './order-keys.ts'
import { ownAccessHandlers } from './own-access.ts'
import { ownDeviceHandlers } from './own-devices.ts'
import { ownIdentityHandlers } from './own-identity.ts'
import { ownSessionHandlers } from './own-sessions.ts'
import type { PortalContext } from './portal-context.ts'
import { setPasswordHandlers } from './set-password.ts'
import { portalSignInHandlers } from './sign-in.ts'

/** The portal in which the customers of an application manage their own access. */
export function portalHandlers(context: PortalContext, live: LiveSessions): Handlers<typeof portalRoutes> {
  return {
    ...portalSignInHandlers(context),
    ...customerHandlers(context),
    ...ownDeviceHandlers(context),
    ...ownSessionHandlers(context, live),
    ...ownAccessHandlers(context),
    ...ownIdentityHandlers(context),
    ...mailedHandlers(context),
    ...orderKeyHandlers(context),
    ...setPasswordHandlers(context),
    ...firstPasswordHandlers(context),
  }
}
