import { ArrowLeft, SearchX } from 'lucide-react'
import { ApiError } from '../../api/api-error.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

export interface ApplicationMissingProps {
  /** Why it did not come; undefined when there is no such application (or it is another account's). */
  readonly error: Error | undefined
  readonly onRetry: () => void
  readonly isRetrying: boolean
}

/** In the place of an application that did not come. */
export function ApplicationMissing({ error, onRetry, isRetrying }: ApplicationMissingProps) {
  if (error !== undefined) {
    const requestId = error instanceof ApiError ? error.requestId : undefined
    return <ErrorState message={error.message} requestId={requestId} onRetry={onRetry} isRetrying={isRetrying} />
  }
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-5 text-center">
      <div className="grid size-12 place-items-center rounded-card border border-line bg-raised text-fg-2">
        <SearchX size={20} strokeWidth={1.75} aria-hidden />
      </div>
      <PageHeading title="Application not found" />
      <p className="max-w-sm text-fg-2">It may have been deleted, or it belongs to another account.</p>
      <ButtonLink href="/" icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
        Back to Dashboard
      </ButtonLink>
    </div>
  )
}
