import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { endUserSessions } from '../../events/live-sessions.ts'
import { fieldError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Application } from '../../store/applications/applications.ts'
import { customerCall, isRefusal, type PortalContext, refusedBy } from './portal-context.ts'

type Routes = Pick<typeof portalRoutes, 'POST /api/portal/:slug/password' | 'POST /api/portal/:slug/redeem'>

/** What a customer changes of their access: the password, and its end by another license key. */
export function ownAccessHandlers(context: PortalContext): Handlers<Routes> {
  const { stores, clock, recorder, passwords, access } = context
  return {
    'POST /api/portal/:slug/password': async ({ caller, request, body }) => {
      const { application, session, state } = caller
      const { user } = state
      if (!user || state.isHolder) throw new Problem('key_without_password')
      const call = customerCall(request, application)
      const sent = { password: body.old_password, session: String(session.id) }
      const isRight = await access.isPassword(call, user, sent)
      if (typeof isRight === 'object') throw refusedBy(isRight)
      if (!isRight) throw wrongPassword()
      requireLongPassword(application, body.new_password)
      if (body.new_password === body.old_password) {
        throw fieldError('new_password', 'The new password must differ from the old one.')
      }
      const line = {
        ...{ tenant: application.ownerId, application: application.id, address: call.ip },
        ...{ account: canonical(user.username), isStranger: false },
      }
      const passwordHash = await passwords.hash(body.new_password, { line })
      const now = clock.now()
      const isChanged = await stores.transaction(async (tx) => {
        const { id } = application
        if (!(await tx.appUsers.changePassword(id, user.id, user.passwordHash, passwordHash, session.id))) return false
        await endUserSessions(recorder, tx, id, [user.id], now)
        return true
      })
      // somebody else has just set another one
      if (!isChanged) throw wrongPassword()
      return { message: 'Password changed' }
    },

    'POST /api/portal/:slug/redeem': async ({ caller: { application, state }, request, body }) => {
      const { user } = state
      if (!user) throw new Problem('key_unused')
      const redeemed = await access.redeem(customerCall(request, application), user.id, body.license_key)
      if (isRefusal(redeemed)) throw refusedBy(redeemed)
      return { added_days: redeemed.addedDays, expires_at: redeemed.expiresAt }
    },
  }
}

const wrongPassword = () => fieldError('old_password', "This isn't your password.")

/** As long as a registration asks for. */
export function requireLongPassword(
  { minPasswordLength }: Application,
  password: string,
  field = 'new_password',
): void {
  if ([...password].length >= minPasswordLength) return
  throw fieldError(field, `The password must be at least ${minPasswordLength} characters long.`)
}
