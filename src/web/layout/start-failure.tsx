import { QueryError } from '../common/query-error.tsx'
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
        <QueryError error={error} refetch={retry} isRefetching={isRetrying} />
      </main>
    </UiRoot>
  )
}
