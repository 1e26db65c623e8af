import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying, retryDelay } from './retry.ts'

const freshMs = 30_000

/** The cache of server responses: fresh for 30 s, one retry for reads, none for writes, no refetch on focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': a server on the same machine needs no network. Offline, requests fail at once instead of being
      // queued.
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
