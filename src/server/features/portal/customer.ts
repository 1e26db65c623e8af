import type { z } from 'zod'
import { neverYear } from '../../../shared/constants.ts'
import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { outcomeRow } from '../../../shared/outcomes.ts'
import type { PortalCaller } from '../../http/auth/portal-caller.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { dateOrNull, dayMs } from '../../store/columns.ts'
import type { PortalContext } from './portal-context.ts'

type Routes = Pick<typeof portalRoutes, 'GET /api/portal/:slug/me'>
type State = z.output<Routes['GET /api/portal/:slug/me']['reply']>['state']

/** What the customer has. */
export function customerHandlers({ clock, stores, mailQueue }: PortalContext): Handlers<Routes> {
  return {
    'GET /api/portal/:slug/me': async ({ caller: { application, session, state } }) => {
      const { user, access, graceUntilMs, seats, features, isHolder } = state
      const endsAt = endOf(state)
      return {
        username: isHolder ? null : (user?.username ?? null),
        email: session.access === 'view' ? null : (user?.email ?? null),
        access: session.access,
        is_key: isHolder,
        can_claim: session.access === 'manage' && isHolder && user !== null,
        can_prove_email: user !== null && (await mailQueue.canSend(stores, application.id)),
        state: stateOf(state),
        message: access?.message ?? null,
        ends_at: endsAt,
        days_left: endsAt && Math.max(0, Math.ceil((endsAt.getTime() - clock.nowMs()) / dayMs)),
        grace_until: dateOrNull(graceUntilMs ?? null),
        seats,
        features,
      }
    },
  }
}

function stateOf({ access, graceUntilMs }: PortalCaller['state']): State {
  if (access) return outcomeRow(access.outcome).code as State
  return graceUntilMs === undefined ? 'active' : 'grace'
}

/** A date that stands for never is none. */
function endOf({ endsAtMs }: PortalCaller['state']): Date | null {
  const end = dateOrNull(endsAtMs)
  return end && end.getUTCFullYear() >= neverYear ? null : end
}
