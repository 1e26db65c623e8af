import { CircleAlert } from 'lucide-react'
import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../text/copy-button.tsx'

export interface ErrorStateProps {
  /** The specified text, else the server's message. */
  readonly message: string
  readonly requestId?: string | undefined
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean | undefined
}

/** Loading failed. `<ErrorState message={error.message} requestId={error.requestId} onRetry={refetch} />` */
export function ErrorState({ message, requestId, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <div className="grid size-12 place-items-center rounded-card border border-line bg-raised text-bad">
        <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
      </div>
      <p className="max-w-md text-fg">{message}</p>
      {onRetry !== undefined && (
        <Button isBusy={isRetrying} busyText={texts.loading} onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      )}
      {requestId !== undefined && (
        <p className="flex items-center gap-1 text-meta text-fg-3">
          {texts.requestIdText} <code>{requestId}</code>
          <CopyButton text={requestId} what={texts.requestIdText2} />
        </p>
      )}
    </div>
  )
}
