import { sessionLiveMs } from '../../../shared/constants.ts'
import type { userInspectionRoutes } from '../../../shared/contract/user-inspection.ts'
import { type LiveSessions, sessionEnd } from '../../events/live-sessions.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { refreshCaller } from '../../http/auth/authenticate.ts'
import { audit, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import type { Clock } from '../../lib/clock.ts'
import { createPace } from '../../lib/pace.ts'
import type { StoreSet } from '../../store/index.ts'
import type { ClientSession, EndedSession } from '../../store/sessions/client-sessions.ts'
import type { UserInspectionDeps } from './inspection-deps.ts'

type SessionRoutes = Pick<
  typeof userInspectionRoutes,
  | 'GET /api/applications/:id/sessions'
  | 'DELETE /api/applications/:id/sessions'
  | 'DELETE /api/applications/:id/sessions/:sessionId'
>

/** Live sessions of users. Ending one reaches the client at its next heartbeat. */
export function clientSessionHandlers({
  stores,
  clock,
  live,
  recorder,
}: Pick<UserInspectionDeps, 'stores' | 'clock' | 'live' | 'recorder'>): Handlers<SessionRoutes> {
  const record = async (tx: StoreSet, ended: readonly EndedSession[], now: Date) => {
    for (const session of ended) await recorder.record(tx, sessionEnd(session, 'ended_by_owner', now))
  }
  return {
    'GET /api/applications/:id/sessions': async ({ caller, params: { id }, query: { limit, cursor, userId } }) => {
      await findApplication(stores, caller, id, 'look')
      return pagedList(
        { limit, cursor },
        {
          sort: 'id:desc',
          sortedBy: 'number',
          read: async (after, size) => {
            const rows = await stores.clientSessions.list(id, userId, after?.id, size + 1)
            const page = rows.slice(0, size)
            const last = rows.length > size ? page.at(-1) : undefined
            return {
              rows: page.flatMap((session) => liveSessionView(session, live, clock)),
              next: last && { value: last.id, id: last.id },
            }
          },
          show: (session) => session,
        },
      )
    },

    'DELETE /api/applications/:id/sessions': async ({ params: { id }, query: { userId }, ...actor }) => {
      const pace = createPace(stores.slices)
      let count = 0
      const endSlice = (rows: number) =>
        stores.transaction(async (tx) => {
          await findApplication(tx, await refreshCaller(tx, clock, actor.caller), id, 'help')
          const now = clock.now()
          const slice =
            userId === undefined
              ? await tx.clientSessions.endSome(id, 'ended_by_owner', now, rows)
              : await tx.clientSessions.endForUsers(id, [userId], 'ended_by_owner', now)
          await record(tx, slice, now)
          const whose = userId === undefined ? '' : `, user ${userId}`
          if (slice.length > 0) {
            await audit(tx, actor, 'session.end_all', ofApplication(id, `${whose}, ${slice.length} sessions`), now)
          }
          return { ended: slice.length, isMore: userId === undefined && slice.length === rows }
        })
      for (;;) {
        const { ended, isMore } = await pace.slice(endSlice)
        count += ended
        if (!isMore) return { message: 'Sessions ended', ended: count }
      }
    },

    'DELETE /api/applications/:id/sessions/:sessionId': async ({ params: { id, sessionId }, ...actor }) => {
      await stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'help')
        const now = clock.now()
        const ended = await tx.clientSessions.endOne(id, sessionId, 'ended_by_owner', now)
        if (!ended) throw new Problem('session_not_found')
        await record(tx, [ended], now)
        await audit(tx, actor, 'session.end', ofApplication(id, `, session ${sessionId}`), now)
      })
      return { message: 'Session ended' }
    },
  }
}

/** A session for the list. Empty when the session timed out (90 s) but the sweeper has not ended it yet. */
export function liveSessionView({ lastSeenAtMs, ...session }: ClientSession, live: LiveSessions, clock: Clock) {
  const seenAtMs = live.lastSeenAtMs({ id: session.id, lastSeenAtMs })
  if (clock.nowMs() - seenAtMs > sessionLiveMs) return []
  return [{ ...session, lastSeenAt: new Date(seenAtMs) }]
}
