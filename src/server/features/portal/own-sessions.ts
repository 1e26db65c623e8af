import { sessionLiveMs } from '../../../shared/constants.ts'
import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { type LiveSessions, sessionEnd } from '../../events/live-sessions.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { PortalContext } from './portal-context.ts'

type Routes = Pick<
  typeof portalRoutes,
  'GET /api/portal/:slug/sessions' | 'DELETE /api/portal/:slug/sessions/:sessionId'
>

const mostShown = 100
const shownLength = 8

/** What runs with the customer's access: programs, and browsers in the portal. */
export function ownSessionHandlers({ lists, clock, recorder }: PortalContext, live: LiveSessions): Handlers<Routes> {
  return {
    'GET /api/portal/:slug/sessions': async ({ caller: { application, session, state } }) => {
      const shownAddress = (address: string) => (session.access === 'view' ? null : address)
      const programs = state.user
        ? await lists.clientSessions.list(application.id, state.user.id, undefined, mostShown)
        : []
      const browsers = await lists.portal.sessions.list(application.id, session.customer)
      return [
        ...programs.flatMap((program) => {
          const seenAtMs = live.lastSeenAtMs(program)
          if (clock.nowMs() - seenAtMs > sessionLiveMs) return []
          return {
            id: `p${program.id}`,
            kind: 'program' as const,
            is_current: false,
            label: (program.hwid ?? program.userAgent).slice(0, shownLength),
            address: shownAddress(program.ipAddress),
            started_at: program.startedAt,
            last_seen_at: new Date(seenAtMs),
          }
        }),
        ...browsers.map((browser) => ({
          id: `b${browser.id}`,
          kind: 'browser' as const,
          is_current: browser.id === session.id,
          label: browser.userAgent,
          address: shownAddress(browser.ipAddress),
          started_at: browser.createdAt,
          last_seen_at: browser.lastSeenAt,
        })),
      ]
    },

    'DELETE /api/portal/:slug/sessions/:sessionId': async ({ caller, params: { sessionId } }) => {
      const { application, session, state } = caller
      const [, kind, digits] = /^([pb])([1-9]\d{0,14})$/.exec(sessionId) ?? []
      const id = Number(digits)
      const now = clock.now()
      await lists.transaction(async (tx) => {
        if (kind === 'b' && (await tx.portal.sessions.removeOne(application.id, session.customer, id))) return
        const own =
          kind === 'p' && state.user ? await tx.clientSessions.list(application.id, state.user.id, id + 1, 1) : []
        const ended = own[0]?.id === id && (await tx.clientSessions.endOne(application.id, id, 'ended_by_owner', now))
        if (!ended) throw new Problem('session_not_found')
        await recorder.record(tx, sessionEnd(ended, 'ended_by_owner', now))
      })
      return { message: 'Session ended' }
    },
  }
}
