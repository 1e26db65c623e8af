import type { ToastText } from '../ui/toast.ts'

/** The title above the server's message, and what is said where there is none. */
export type FailedText = string | { readonly title: string; readonly fallback?: string }

/** Title and the server's message; `Unknown error` when there is none. */
export function failedText(failed: FailedText | undefined, error: Error): ToastText {
  const { title = 'Error', fallback = 'Unknown error' } =
    typeof failed === 'string' ? { title: failed } : (failed ?? {})
  return { title, description: error.message || fallback, kind: 'destructive' }
}
