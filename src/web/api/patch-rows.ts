import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from './page.ts'
import type { PagesKey } from './query-keys/keys.ts'

/**
 * Applies a change to every cached list under the key. Cancels reads in flight, which may predate the change.
 * `patchRows(client, userKeys.list(7), (user) => (user.id === 3 ? { ...user, isPaused: true } : user))`
 */
export function patchRows<Row>(client: QueryClient, queryKey: PagesKey<Row>, patch: (row: Row) => Row): void {
  void client.cancelQueries({ queryKey })
  client.setQueriesData<InfiniteData<Page<Row>>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(patch) })) },
  )
}
