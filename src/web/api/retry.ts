import { ApiError } from './api-error.ts'

/** Nobody looks at an empty page for longer than this: a server that needs more is told of instead. */
const maxWaitSeconds = 5

/** Once, or as often as is said, unless the server says that it would be too early. */
export function isWorthRetrying(failures: number, error: Error, atMost = 1): boolean {
  const waitSeconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  return failures < atMost && waitSeconds <= maxWaitSeconds
}

/** A decided refusal (4xx) is not worth waiting for; a server in trouble says itself how long it needs. */
export function retryDelay(attempt: number, error: Error): number {
  if (!(error instanceof ApiError)) return 1000 * 2 ** attempt
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000
  return error.status >= 400 && error.status < 500 ? 100 : 1000 * 2 ** attempt
}
