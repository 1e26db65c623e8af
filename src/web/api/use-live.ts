import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveKind } from '../../shared/live.ts'
import type { ApiKey } from './client.ts'
import { listenLive } from './live-source.ts'

type Query = readonly [ApiKey, ...QueryKey]

/** Which cached answers are old when this changed. */
function queriesOf(changed: LiveKind | 'counts', id: number): readonly Query[] {
  const application: Query = ['GET /api/applications/:id', id]
  const stats: Query = ['GET /api/applications/:id/stats', id]
  /** All cards of the dashboard in one call. */
  const cards: Query = ['GET /api/applications', 'own', 'stats']
  const inspection: Query = ['GET /api/applications/:id/users/:userId/inspection', id]
  const queries: Record<LiveKind | 'counts', readonly Query[]> = {
    activity: [['GET /api/activity-logs'], stats, application, inspection],
    stats: [stats],
    counts: [application, cards, ['GET /api/applications/:id/stats/events', id]],
    user: [['GET /api/applications/:id/users', id], stats, application, inspection],
    license: [
      ['GET /api/applications/:id/licenses', id],
      ['GET /api/applications/:id/licenses/summary', id],
      application,
    ],
    session: [['GET /api/applications/:id/sessions', id], stats, inspection],
    delivery: [['GET /api/webhooks'], ['GET /api/webhooks/:id'], ['GET /api/webhooks/:id/deliveries']],
  }
  return queries[changed]
}

/** Figures are counted a second after their cause: what was asked for at once may still be the old one. */
const countedAfterMs = 1_500
/** However much happens, a page reads again at most this often. */
const readAgainMs = 1_000

/**
 * Keeps what is shown of an application up to date: the server tells what changed, the page asks for it again. Where
 * no stream comes through, the page works without. `useLive(application.id)`; without an id all applications count.
 */
export function useLive(applicationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresher = createRefresher(client)
    const stop = listenLive((changes) => {
      if (!changes) return refresher.everything()
      for (const [id, kinds] of changes) {
        if (applicationId === undefined || id === applicationId) refresher.changed(id, kinds)
      }
    })
    return () => {
      stop()
      refresher.stop()
    }
  }, [client, applicationId])
}

/** Reads again at once, and then not before the pause is over: what comes meanwhile is read together after it. */
function createRefresher(client: QueryClient) {
  const waiting = new Map<string, Query>()
  let pause: ReturnType<typeof setTimeout> | undefined
  let recount: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    pause = undefined
    if (waiting.size === 0) return
    for (const queryKey of waiting.values()) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    waiting.clear()
    pause = setTimeout(read, readAgainMs)
  }
  const add = (id: number, kinds: readonly (LiveKind | 'counts')[]) => {
    for (const key of kinds.flatMap((kind) => queriesOf(kind, id))) waiting.set(JSON.stringify(key), key)
    if (pause === undefined) read()
  }
  return {
    changed(id: number, kinds: readonly LiveKind[]) {
      add(id, kinds)
      if (!kinds.includes('stats')) return
      recount ??= setTimeout(() => {
        recount = undefined
        add(id, ['stats', 'counts'])
      }, countedAfterMs)
    },
    everything: () => void client.invalidateQueries({}, { cancelRefetch: false }),
    stop() {
      clearTimeout(pause)
      clearTimeout(recount)
    },
  }
}
