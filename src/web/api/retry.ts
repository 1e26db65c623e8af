import { ApiError } from './api-error.ts'

/** Longest `Retry-After` to wait out; beyond it the error is shown. */
const maxWaitSeconds = 5

/** Once, or `atMost` times, unless the server asks for a longer wait. */
export function isWorthRetrying(failures: number, error: Error, atMost = 1): boolean {
  const waitSeconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  return failures < atMost && waitSeconds <= maxWaitSeconds
}

/** Client errors (4xx) are not retried; a busy server names the delay itself. */
export function retryDelay(attempt: number, error: Error): number {
  if (!(error instanceof ApiError)) return 1000 * 2 ** attempt
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000
  return error.status >= 400 && error.status < 500 ? 100 : 1000 * 2 ** attempt
}
