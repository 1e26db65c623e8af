import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { fieldError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { canonical } from '../../lib/canonical.ts'
import { UsernameTaken } from '../../store/users/app-users.ts'
import { afterAnswer, sendCode, useCode } from './codes.ts'
import { requireLongPassword } from './own-access.ts'
import { customerCall, type PortalContext } from './portal-context.ts'
import { beginSession } from './portal-session.ts'

type Routes = Pick<typeof portalRoutes, 'POST /api/portal/:slug/email' | 'POST /api/portal/:slug/claim'>

const validHours = 24
const hourMs = 60 * 60 * 1000

/** Who a customer is: the address they prove, and the name that a license key gets. */
export function ownIdentityHandlers(context: PortalContext): Handlers<Routes> {
  const { stores, clock, passwords } = context
  return {
    'POST /api/portal/:slug/email': async ({ caller: { application, state }, request, body: { email, code } }) => {
      const { user } = state
      if (!user) throw new Problem('key_unused')
      const customer = { userId: user.id, licenseId: null }
      if (code === undefined) {
        await afterAnswer(context, request, application, () =>
          sendCode(context, application, {
            ...{ kind: 'email', customer, to: email, validMs: validHours * hourMs },
            subject: (made) => ({ kind: 'verification', username: user.username, code: made, validHours }),
          }),
        )
        return { message: 'A code is on its way to this address.' }
      }
      const proved = await useCode(context, request, application, { kind: 'email', customer, code })
      if (canonical(proved) !== canonical(email)) throw new Problem('code_invalid')
      await stores.transaction((tx) => tx.appUsers.proveEmail(application.id, user.id, proved, clock.now()))
      return { message: 'Email address changed' }
    },

    'POST /api/portal/:slug/claim': async ({ caller, request, reply, body: { username, password } }) => {
      const { application, session, state } = caller
      const { user } = state
      if (!user || session.customer.licenseId === null) throw new Problem('key_unused')
      if (canonical(username) === '') throw fieldError('username', 'The username must contain a visible character.')
      requireLongPassword(application, password, 'password')
      const line = {
        ...{ tenant: application.ownerId, application: application.id },
        ...{ address: customerCall(request, application).ip, account: canonical(username), isStranger: false },
      }
      const passwordHash = await passwords.hash(password, { line })
      const isClaimed = await stores
        .transaction(async (tx) => {
          if (!(await tx.appUsers.claimHolder(application.id, user.id, { username, passwordHash }))) return false
          await tx.portal.sessions.removeOthers(application.id, session.customer, undefined)
          return true
        })
        .catch((error: unknown) => {
          throw error instanceof UsernameTaken ? new Problem('username_taken') : error
        })
      if (!isClaimed) throw new Problem('not_signed_in')
      const customer = { userId: user.id, licenseId: null }
      await beginSession(context, { request, reply }, application, { customer, access: 'manage' })
      return { message: 'Account made' }
    },
  }
}
