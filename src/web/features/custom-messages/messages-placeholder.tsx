import { ApiError } from '../../api/api-error.ts'
import * as texts from '../../texts/custom-messages.ts'
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
        <Loading text={texts.loadingCustomMessages} />
      ) : (
        <ErrorState
          message={texts.failedToFetchCustom}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      )}
    </Card>
  )
}
