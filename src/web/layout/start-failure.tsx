import { ApiError } from '../api/api-error.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { UiRoot } from '../ui/ui-root.tsx'

export interface StartFailureProps {
  readonly error: Error
  readonly retry: () => void
  readonly isRetrying: boolean
}

/** The session could not be loaded, or a part of the page failed to load. */
export function StartFailure({ error, retry, isRetrying }: StartFailureProps) {
  return (
    <UiRoot>
      <main className="grid min-h-dvh place-items-center">
        <ErrorState
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={retry}
          isRetrying={isRetrying}
        />
      </main>
    </UiRoot>
  )
}
