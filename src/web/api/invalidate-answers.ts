import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Queries to refetch once their first load completes. */
const refetchQueued = new WeakSet<Query>()

/**
 * Invalidates queries after a change. A first load in flight can't be restarted and may predate the change, so it is
 * refetched once it completes.
 * `invalidateAnswers(client, ['GET /api/webhooks'])`
 */
export function invalidateAnswers(client: QueryClient, queryKey: QueryKey): void {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  void client.invalidateQueries({ queryKey })
  for (const query of first) {
    if (refetchQueued.has(query)) continue
    refetchQueued.add(query)
    const again = () => {
      refetchQueued.delete(query)
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(again, again)
  }
}
