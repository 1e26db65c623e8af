import { ArrowLeft, SearchX } from 'lucide-react'
import { ApiError } from '../../api/api-error.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import * as texts from '../../texts/application.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

export interface ApplicationMissingProps {
  /** Load error; undefined when there is no such application (404), or it is another account's. */
  readonly error: Error | undefined
  readonly onRetry: () => void
  readonly isRetrying: boolean
}

/** Shown instead of an application that can't be loaded. */
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
      <PageHeading title={texts.applicationNotFound} />
      <p className="max-w-sm text-fg-2">{texts.itMayHaveBeen}</p>
      <ButtonLink href="/" icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
        {texts.backToDashboard}
      </ButtonLink>
    </div>
  )
}
