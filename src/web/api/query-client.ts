import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying, retryDelay } from './retry.ts'

const freshMs = 30_000

/**
 * The cache of what the server said: fresh 30 s, one retry of a read, none of a write, no refetch on focus.
 * `const client = createQueryClient()`
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': a server on this very machine needs no network; without one both fail at once, nothing is kept for later.
      queries: {
        staleTime: freshMs,
        retry: isWorthRetrying,
        retryDelay,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
