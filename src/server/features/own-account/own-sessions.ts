import { dashboardIdleMs } from '../../../shared/constants.ts'
import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import { signOutEverywhere } from '../../sign-out-everywhere.ts'
import { type OwnAccountContext, subjectOf } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>

export function ownSessions({ stores, clock }: OwnAccountContext): Routes['GET /api/account/sessions'] {
  return async ({ caller }) => {
    const sessions = await stores.sessions.listByAccount(caller.accountId, new Date(clock.nowMs() - dashboardIdleMs))
    return sessions.map(({ tokenHash, ...session }) => ({ ...session, isCurrent: tokenHash === caller.sessionHash }))
  }
}

export function endOwnSession({ stores, clock }: OwnAccountContext): Routes['DELETE /api/account/sessions/:id'] {
  return async ({ caller, request, params }) => {
    await stores.transaction(async (tx) => {
      if (!(await tx.sessions.removeById(caller.accountId, params.id))) throw new Problem('session_not_found')
      await audit(tx, { caller, request }, 'account.end_session', subjectOf(caller), clock.now())
    })
    return { message: 'Session ended' }
  }
}

/** Everywhere means here too: whoever asks for it may not know which of the browsers is the stranger's. */
export function endAllSessions(context: OwnAccountContext): Routes['POST /api/account/sign-out-everywhere'] {
  const { stores, clock, signIn } = context
  return async ({ caller, request, reply }) => {
    await stores.transaction(async (tx) => {
      await signOutEverywhere(tx, caller.accountId)
      await audit(tx, { caller, request }, 'account.sign_out_everywhere', subjectOf(caller), clock.now())
    })
    signIn.clearCookies(reply)
    return { message: 'Signed out everywhere' }
  }
}
