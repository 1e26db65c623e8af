import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const freshMs = 30_000

/**
 * The cache of what the server said: fresh 30 s, one retry of a read, none of a write, no refetch on focus.
 * `onSignedOut` hears of every 401. `const client = createQueryClient({ onSignedOut })`
 */
export function createQueryClient({ onSignedOut }: { readonly onSignedOut: () => void }): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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

/** Nobody looks at an empty page for longer than this: a server that needs more is told of instead. */
const longestWaitSeconds = 5

/** Once, unless the server says that it would be too early. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  const waitSeconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  return failures < 1 && waitSeconds <= longestWaitSeconds
}

/** A decided refusal (4xx) is not worth waiting for; a server in trouble says itself how long it needs. */
export function retryDelay(attempt: number, error: Error): number {
  if (!(error instanceof ApiError)) return 1000 * 2 ** attempt
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000
  return error.status >= 400 && error.status < 500 ? 100 : 1000 * 2 ** attempt
}
