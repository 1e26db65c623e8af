import { ApiError } from '../../api/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'

export interface NotLoadedProps {
  readonly error: Error | null
  readonly onRetry: () => void
  readonly isRetrying: boolean
}

/** Shown while the messages load, or when loading failed. */
export function MessagesPlaceholder({ error, onRetry, isRetrying }: NotLoadedProps) {
  return (
    <Card>
      {error === null ? (
        <Loading text="Loading custom messages..." />
      ) : (
        <ErrorState
          message="Failed to fetch custom messages"
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      )}
    </Card>
  )
}
