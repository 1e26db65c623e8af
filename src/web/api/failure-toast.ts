import * as texts from '../texts/api.ts'
import type { ToastText } from '../ui/feedback/toast.ts'
import { ApiError } from './api-error.ts'

/**
 * The toast's title above the server's message, and the text when there is no message. A `description` is shown instead
 * of the server's message, for screens that show the message themselves.
 */
export type FailureText =
  | string
  | { readonly title: string; readonly fallback?: string; readonly description?: string | undefined }

/** What was changed on a screen of an application was there a moment ago. */
const lostText = texts.itWasDeletedOr

/** Title and the server's message, or `Unknown error`. */
export function failureToast(failed: FailureText | undefined, error: Error): ToastText {
  const {
    title = texts.error,
    fallback = texts.unknownError,
    description,
  } = typeof failed === 'string' ? { title: failed } : (failed ?? {})
  const isLost = error instanceof ApiError && error.code === 'application_not_found'
  const message = isLost ? lostText : error.message || fallback
  return { title, description: description ?? message, kind: 'destructive' }
}
