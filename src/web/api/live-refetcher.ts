import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveKind } from '../../shared/live.ts'
import { activityKeys } from './query-keys/activity.ts'
import { applicationKeys } from './query-keys/applications.ts'
import type { CallKey } from './query-keys/keys.ts'
import { licenseKeys } from './query-keys/licenses.ts'
import { mailKeys } from './query-keys/mail.ts'
import { presetKeys } from './query-keys/presets.ts'
import { shopKeys } from './query-keys/shops.ts'
import { userKeys } from './query-keys/users.ts'
import { webhookKeys } from './query-keys/webhooks.ts'

/** The queries that a change makes stale. */
function queriesOf(changed: LiveKind | 'counts', id: number): readonly CallKey[] {
  const application = applicationKeys.one(id)
  const stats = applicationKeys.stats(id)
  const inspections = userKeys.inspections(id)
  const details = licenseKeys.details(id)
  const queries: Record<LiveKind | 'counts', readonly CallKey[]> = {
    activity: [activityKeys.every, stats, application, inspections],
    stats: [stats],
    // one request returns all cards of the dashboard
    counts: [application, applicationKeys.ownWithStats, applicationKeys.signIns(id), applicationKeys.totals()],
    user: [userKeys.of(id), stats, application, inspections, details],
    license: [licenseKeys.of(id), licenseKeys.summary(id), application, details, presetKeys.list(id)],
    session: [applicationKeys.sessions(id), stats, inspections, details],
    order: [shopKeys.list(id), shopKeys.callsOf(id), shopKeys.ordersOf(id), shopKeys.orderOf(id)],
    mail: [mailKeys.of(id)],
    delivery: [webhookKeys.lists, webhookKeys.every, webhookKeys.everyDelivery],
  }
  return queries[changed]
}

/** The server updates its counts a second after the event: an immediate refetch could still return the old ones. */
const statsDelayMs = 1_500
/** At most one refetch per second, however many changes arrive. */
const refetchEveryMs = 1_000
/** Plus this per request, so that two open tabs stay below the session's rate limit. */
const pausePerRequestMs = 250

/** The key that every query matches. */
const keyOfAll: readonly unknown[] = []

/** How many requests a refetch takes: paged lists are read page by page. */
function requestsFor(client: QueryClient, queryKey: QueryKey): number {
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' })
  return shown.reduce((sum, { state }) => sum + pagesOf(state.data), 0)
}

const pagesOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) ? data.pages.length : 1

/**
 * Throttled refetch: at once, then not again before the pause is over; changes during the pause are refetched together.
 * A query in flight may predate the change, so it is refetched once it completes.
 */
export function createRefetcher(client: QueryClient) {
  const queued = new Map<string, QueryKey>()
  let pause: ReturnType<typeof setTimeout> | undefined
  let willRecount = false
  const enqueue = (queryKey: QueryKey) => queued.set(JSON.stringify(queryKey), queryKey)
  const refetch = () => {
    pause = undefined
    // Hidden tabs refetch when they become visible.
    if (queued.size === 0 || document.hidden) return
    const keys = [...queued.values()]
    const requests = keys.reduce((sum, queryKey) => sum + requestsFor(client, queryKey), 0)
    const underWay = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    queued.clear()
    for (const queryKey of keys) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    for (const { queryKey } of underWay) enqueue(queryKey)
    pause = setTimeout(refetch, Math.max(refetchEveryMs, requests * pausePerRequestMs))
  }
  const shown = () => {
    if (pause === undefined) refetch()
  }
  document.addEventListener('visibilitychange', shown)
  let isStopped = false
  /** What waits for its turn is stale all the same: the next screen must not show it as fresh. */
  const flush = () => {
    for (const queryKey of queued.values()) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    queued.clear()
  }
  const add = (keys: readonly QueryKey[]) => {
    for (const key of keys) enqueue(key)
    if (isStopped) flush()
    else if (pause === undefined) refetch()
  }
  const addKinds = (id: number, kinds: readonly (LiveKind | 'counts')[]) =>
    add(kinds.flatMap((kind) => queriesOf(kind, id)))
  return {
    changed(id: number, kinds: readonly LiveKind[]) {
      addKinds(id, kinds)
      if (!kinds.includes('stats') || willRecount) return
      willRecount = true
      setTimeout(() => {
        willRecount = false
        addKinds(id, ['stats', 'counts'])
      }, statsDelayMs)
    },
    /** Of an application that is not shown: read anew when it is shown again. */
    changedElsewhere(id: number, kinds: readonly LiveKind[]) {
      const withCounts = kinds.includes('stats') ? [...kinds, 'counts' as const] : kinds
      for (const queryKey of withCounts.flatMap((kind) => queriesOf(kind, id)))
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    refetchAll: () => add([keyOfAll]),
    /** The counts that are still to come are marked when they have. */
    stop() {
      document.removeEventListener('visibilitychange', shown)
      clearTimeout(pause)
      isStopped = true
      flush()
    },
  }
}
