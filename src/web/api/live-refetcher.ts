import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveKind } from '../../shared/live.ts'
import { activityKeys } from './query-keys/activity.ts'
import { applicationKeys } from './query-keys/applications.ts'
import type { CallKey } from './query-keys/keys.ts'
import { licenseKeys } from './query-keys/licenses.ts'
import { userKeys } from './query-keys/users.ts'
import { webhookKeys } from './query-keys/webhooks.ts'

/** Which cached answers are old when this changed. */
function queriesOf(changed: LiveKind | 'counts', id: number): readonly CallKey[] {
  const application = applicationKeys.one(id)
  const stats = applicationKeys.stats(id)
  const inspections = userKeys.inspections(id)
  const queries: Record<LiveKind | 'counts', readonly CallKey[]> = {
    activity: [activityKeys.every, stats, application, inspections],
    stats: [stats],
    // all cards of the dashboard come in one call
    counts: [application, applicationKeys.ownWithStats, applicationKeys.signIns(id)],
    user: [userKeys.of(id), stats, application, inspections],
    license: [licenseKeys.of(id), licenseKeys.summary(id), application],
    session: [applicationKeys.sessions(id), stats, inspections],
    delivery: [webhookKeys.lists, webhookKeys.every, webhookKeys.everyDelivery],
  }
  return queries[changed]
}

/** Figures are counted a second after their cause: what was asked for at once may still be the old one. */
const statsDelayMs = 1_500
/** However much happens, a page reads again at most this often. */
const refetchEveryMs = 1_000
/** And so much more seldom where it takes many calls: with two windows open less than what a session may call. */
const pausePerRequestMs = 250

/** Everything may have changed. */
const everything: readonly unknown[] = []

/** How many calls it takes to read again what is shown of a query: a list is read page by page. */
function callsOf(client: QueryClient, queryKey: QueryKey): number {
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' })
  return shown.reduce((sum, { state }) => sum + pagesOf(state.data), 0)
}

const pagesOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) ? data.pages.length : 1

/**
 * Reads again at once, and then not before the pause is over: what comes meanwhile is read together after it. What is
 * being read already may be older than the change, so it is read once more when it has come.
 */
export function createRefetcher(client: QueryClient) {
  const waiting = new Map<string, QueryKey>()
  let pause: ReturnType<typeof setTimeout> | undefined
  let recount: ReturnType<typeof setTimeout> | undefined
  const wait = (queryKey: QueryKey) => waiting.set(JSON.stringify(queryKey), queryKey)
  const read = () => {
    pause = undefined
    // Nobody sees a tab in the background: it catches up when it is looked at.
    if (waiting.size === 0 || document.hidden) return
    const keys = [...waiting.values()]
    const calls = keys.reduce((sum, queryKey) => sum + callsOf(client, queryKey), 0)
    const underWay = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    waiting.clear()
    for (const queryKey of keys) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    for (const { queryKey } of underWay) wait(queryKey)
    pause = setTimeout(read, Math.max(refetchEveryMs, calls * pausePerRequestMs))
  }
  const shown = () => {
    if (pause === undefined) read()
  }
  document.addEventListener('visibilitychange', shown)
  const add = (keys: readonly QueryKey[]) => {
    for (const key of keys) wait(key)
    if (pause === undefined) read()
  }
  const addKinds = (id: number, kinds: readonly (LiveKind | 'counts')[]) =>
    add(kinds.flatMap((kind) => queriesOf(kind, id)))
  return {
    changed(id: number, kinds: readonly LiveKind[]) {
      addKinds(id, kinds)
      if (!kinds.includes('stats')) return
      recount ??= setTimeout(() => {
        recount = undefined
        addKinds(id, ['stats', 'counts'])
      }, statsDelayMs)
    },
    everything: () => add([everything]),
    stop() {
      document.removeEventListener('visibilitychange', shown)
      clearTimeout(pause)
      clearTimeout(recount)
    },
  }
}
