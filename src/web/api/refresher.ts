import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveKind } from '../../shared/live.ts'
import type { ApiKey } from './client.ts'

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
/** And so much more seldom where it takes many calls: with two windows open less than what a session may call. */
const pausePerCallMs = 250

/** How many calls it takes to read again what is shown of a query: a list is read page by page. */
function callsOf(client: QueryClient, queryKey: Query): number {
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' })
  return shown.reduce((sum, { state }) => sum + pagesOf(state.data), 0)
}

const pagesOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) ? data.pages.length : 1

/** Reads again at once, and then not before the pause is over: what comes meanwhile is read together after it. */
export function createRefresher(client: QueryClient) {
  const waiting = new Map<string, Query>()
  let pause: ReturnType<typeof setTimeout> | undefined
  let recount: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    pause = undefined
    // Nobody sees a tab in the background: it catches up when it is looked at.
    if (waiting.size === 0 || document.hidden) return
    const calls = [...waiting.values()].reduce((sum, queryKey) => sum + callsOf(client, queryKey), 0)
    for (const queryKey of waiting.values()) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    waiting.clear()
    pause = setTimeout(read, Math.max(readAgainMs, calls * pausePerCallMs))
  }
  const shown = () => {
    if (pause === undefined) read()
  }
  document.addEventListener('visibilitychange', shown)
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
      document.removeEventListener('visibilitychange', shown)
      clearTimeout(pause)
      clearTimeout(recount)
    },
  }
}
