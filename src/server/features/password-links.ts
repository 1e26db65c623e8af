import { passwordLinkDays } from '../../shared/constants.ts'
import type { passwordLinkRoutes } from '../../shared/contract/password-links.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { refreshCaller } from '../http/auth/authenticate.ts'
import { audit, type Dashboard } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { hashToken, randomToken } from '../lib/tokens.ts'
import { requireAppUser, subjectOfUser } from '../operations/change-app-user.ts'
import { dayMs } from '../store/columns.ts'

interface PasswordLinks extends Pick<Dashboard, 'stores' | 'clock'> {
  /** Where the server is reached. */
  readonly origin: () => string
}

/** Links that a developer sends to a user who has no password, or none that they remember. */
export function passwordLinkHandlers({ stores, clock, origin }: PasswordLinks): Handlers<typeof passwordLinkRoutes> {
  return {
    'POST /api/applications/:id/users/:userId/password-link': ({ params, ...actor }) =>
      stores.transaction(async (tx) => {
        const { id, userId } = params
        const { portalEnabled, portalSlug } = await findApplication(
          ...([tx, await refreshCaller(tx, clock, actor.caller), id, 'help'] as const),
        )
        await tx.clientSessions.lockUser(id, userId)
        const user = await requireAppUser(tx, params)
        if (user.kind === 'license') throw new Problem('key_alone')
        if (!portalEnabled || portalSlug === null) throw new Problem('portal_closed')
        const token = randomToken()
        const at = clock.now()
        const endsAt = new Date(at.getTime() + passwordLinkDays * dayMs)
        const madeBy = actor.caller.email
        await tx.portal.links.replace(id, userId, { tokenHash: hashToken(token), madeBy, at, endsAt })
        await audit(tx, actor, 'user.password_link', subjectOfUser(params), at)
        // behind the #, which no server gets and no log has
        return { url: `${origin()}/portal/${portalSlug}/password#${token}`, endsAt }
      }),
  }
}
