import type { ToastText } from '../ui/feedback/toast.ts'

/**
 * The toast's title above the server's message, and the text when there is no message. A `description` is shown instead
 * of the server's message, for screens that show the message themselves.
 */
export type FailureText =
  | string
  | { readonly title: string; readonly fallback?: string; readonly description?: string | undefined }

/** Title and the server's message, or `Unknown error`. */
export function failureToast(failed: FailureText | undefined, error: Error): ToastText {
  const {
    title = 'Error',
    fallback = 'Unknown error',
    description,
  } = typeof failed === 'string' ? { title: failed } : (failed ?? {})
  return { title, description: description ?? (error.message || fallback), kind: 'destructive' }
}
