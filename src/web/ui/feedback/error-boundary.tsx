import { Component, type ReactNode } from 'react'
import * as texts from '../../texts/ui.ts'
import { ButtonLink } from '../button-link.tsx'
import { CopyButton } from '../text/copy-button.tsx'
import { ErrorState } from './error-state.tsx'

interface Props {
  readonly children: ReactNode
  /** A new value renders the section again: the address, the open section. */
  readonly resetKey?: string | number
}

interface State {
  readonly error: Error | undefined
  readonly resetKey: string | number | undefined
}

/**
 * Contains a crash within its section; the rest of the page keeps working.
 * `<ErrorBoundary resetKey={section}><UsersPanel /></ErrorBoundary>`
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div>
        <ErrorState
          message={texts.thisPartOfThe(error.message)}
          requestId={requestIdOf(error)}
          onRetry={() => this.setState({ error: undefined })}
        />
        <div className="-mt-8 flex justify-center gap-2 pb-14">
          <CopyButton text={errorDetails(error)} what="details">
            {texts.copyDetails}
          </CopyButton>
          <ButtonLink href="/" size="sm">
            {texts.backToDashboard}
          </ButtonLink>
        </div>
      </div>
    )
  }
}

/** The request ID by which the server's log finds the failed request. */
function requestIdOf(error: Error): string | undefined {
  return 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined
}

function errorDetails(error: Error): string {
  const request = requestIdOf(error)
  return [
    `${error.name}: ${error.message}`,
    ...(request === undefined ? [] : [texts.requestId(request)]),
    location.href,
    navigator.userAgent,
    error.stack ?? '',
  ].join('\n')
}
