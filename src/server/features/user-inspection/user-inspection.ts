import type { userInspectionRoutes } from '../../../shared/contract/user-inspection.ts'
import { findApplication, maySee } from '../../http/application-access.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import { maskedLicenseKey } from '../../lib/tokens.ts'
import { decisionOf, decisionsShown } from './decision.ts'
import type { UserInspectionDeps } from './deps.ts'
import { checkLogin } from './login-check.ts'
import { sessionHandlers, shownSession } from './sessions.ts'
import { stateSentence } from './state-sentence.ts'

/** What decides about one user, and why. */
export function userInspectionHandlers(deps: UserInspectionDeps): Handlers<typeof userInspectionRoutes> {
  const { stores, clock, live, inspector } = deps
  return {
    ...sessionHandlers(deps),

    'GET /api/applications/:id/users/:userId/inspection': async ({ caller, params: { id, userId } }) => {
      const application = await findApplication(stores, caller, id, 'read')
      const [user, access] = [await stores.appUsers.inspect(id, userId), await inspector.access(id, userId)]
      if (!user || !access) throw new Problem('user_not_found')
      const [license, sessions, decisions, undoable] = await Promise.all([
        user.licenseId === null ? undefined : stores.licenses.find(id, user.licenseId),
        stores.clientSessions.list(id, userId, undefined, sessionsShown),
        stores.activity.list([id], { userId }, undefined, decisionsShown),
        stores.operations.undoableOf(id, 'user', userId),
      ])
      const { banReason, hwidBoundAt, ...shown } = user
      const at = access.expiresAtMs
      return {
        user: shown,
        state: {
          canSignIn: access.refusal === undefined,
          code: access.refusal ?? null,
          sentence: stateSentence(access.refusal, { at, banReason, now: clock.now() }),
        },
        effectiveExpiry: {
          at: at === null ? null : new Date(at),
          rule: at === null ? 'none' : at === user.expiresAt?.getTime() ? 'user' : 'license',
        },
        license: license
          ? {
              ...license,
              licenseKey: maySee(caller, application, 'licenseKey')
                ? license.licenseKey
                : maskedLicenseKey(license.licenseKey),
            }
          : null,
        hardware: { hwid: user.hwid, boundAt: hwidBoundAt, isLocked: user.isHwidLocked },
        banReason,
        sessions: sessions.flatMap((session) => shownSession(session, live, clock)),
        decisions: decisions.map(decisionOf),
        undoable,
      }
    },

    'POST /api/applications/:id/login-check': async ({ caller, params, body }) => {
      const application = await findApplication(stores, caller, params.id, 'read')
      return checkLogin({ stores, inspector }, application, body)
    },
  }
}

/** A user with more live sessions than that sees the newest. */
const sessionsShown = 100
