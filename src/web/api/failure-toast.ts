import type { ToastText } from '../ui/feedback/toast.ts'

/**
 * The title above the server's message, and what is said where there is none. With a `description` that is said whatever
 * the server answered: the screen shows the answer itself.
 */
export type FailureText =
  | string
  | { readonly title: string; readonly fallback?: string; readonly description?: string | undefined }

/** Title and the server's message; `Unknown error` when there is none. */
export function failureToast(failed: FailureText | undefined, error: Error): ToastText {
  const {
    title = 'Error',
    fallback = 'Unknown error',
    description,
  } = typeof failed === 'string' ? { title: failed } : (failed ?? {})
  return { title, description: description ?? (error.message || fallback), kind: 'destructive' }
}
