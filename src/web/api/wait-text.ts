import { ApiError } from './api-error.ts'

/** The message of a refusal, and of one for having asked too often when to try again: `Rate limit exceeded. Try again in 12 s.` */
export function waitText(error: Error): string {
  const isTooOften = error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== undefined
  return isTooOften ? `${error.message}. Try again in ${error.retryAfterSeconds} s.` : error.message
}
