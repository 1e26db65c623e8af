import { ApiError } from '../api/api-error.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'

export interface QueryErrorProps {
  readonly error: Error
  readonly refetch: () => unknown
  readonly isRefetching: boolean
}

/** Why a query failed, with its request ID and Retry. `<QueryError error={error} {...{ refetch, isRefetching }} />` */
export function QueryError({ error, refetch, isRefetching }: QueryErrorProps) {
  return (
    <ErrorState
      message={error.message}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={() => void refetch()}
      isRetrying={isRefetching}
    />
  )
}
