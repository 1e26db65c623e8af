import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** What is read once more as soon as it has come. */
const refetchQueued = new WeakSet<Query>()

/**
 * Marks cached answers as old, after a change. One that is on its way for the first time can't be given up for a newer
 * one, and may be older than the change: it is read once more when it has come. `readAgain(client, ['GET /api/webhooks'])`
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
