import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import * as texts from '../texts/ui.ts'
import { buttonClass } from './button-class.ts'
import { toast } from './feedback/toast.ts'

export type LazyComponent<P> = ((props: P) => ReactNode) & {
  /** Prefetches. Errors are retried and reported when it renders. */
  readonly preload: () => Promise<void>
  /** Fetches and reports failure in a toast. Resolves to whether it succeeded. */
  readonly fetch: () => Promise<boolean>
}

/** What tells a dialog from a part of a page. */
interface Closable {
  readonly isOpen?: boolean
  readonly onClose?: () => void
}

interface LazyOptions<P> {
  /** Shown if the code can't be fetched. Default: a message with Try again. */
  readonly Failed?: (props: P & { readonly retry: () => void }) => ReactNode
  /** Optional: no toast on failure, the placeholder stays. */
  readonly isQuiet?: boolean
}

/**
 * A component whose code is fetched when first rendered, or ahead with `preload`; `Placeholder` is shown until then, with
 * the same props. Not React.lazy: Suspense delays showing by 300 ms, and a page that comes in three steps took most of a
 * second longer than its code. If the code can't be fetched: a toast; a dialog closes and retries at its next opening, a
 * part of a page shows Try again.
 * `const Overview = lazyComponent(async () => (await import('./overview.tsx')).Overview, OverviewSkeleton)`
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder: (props: P) => ReactNode = () => null,
  { Failed = LoadFailure, isQuiet = false }: LazyOptions<P> = {},
): LazyComponent<P> {
  let ready: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const fetched = () => {
    loading ??= load().then(
      (component) => {
        ready = component
      },
      (error: unknown) => {
        // the next component that needs it retries
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Lazy(props: P & Closable) {
    const [Shown, setShown] = useState(() => ready)
    const [hasFailed, setHasFailed] = useState(false)
    const isOpen = props.isOpen !== false
    const current = useRef<P & Closable>(props)
    current.current = props
    if (!isOpen && hasFailed) setHasFailed(false)
    const isWanted = Shown === undefined && isOpen && !hasFailed
    useEffect(() => {
      if (!isWanted) return
      let isHere = true
      const fail = () => {
        if (!isHere) return
        setHasFailed(true)
        if (!isQuiet) toast(loadFailureText)
        current.current.onClose?.()
      }
      fetched().then(() => isHere && setShown(() => ready), fail)
      return () => {
        isHere = false
      }
    }, [isWanted])
    if (Shown !== undefined) return <Shown {...props} />
    if (!hasFailed || isQuiet || props.onClose !== undefined) return <Placeholder {...props} />
    return <Failed {...props} retry={() => setHasFailed(false)} />
  }
  const fetch = () =>
    fetched().then(
      () => true,
      () => {
        toast(loadFailureText)
        return false
      },
    )
  return Object.assign(Lazy, { preload: () => fetched().catch(() => undefined), fetch })
}

/** The toast about code that can't be fetched. */
export const loadFailureText = {
  title: texts.failedToLoadThis,
  description: texts.cantReachTheServer,
  kind: 'destructive',
} as const

/** Shown where a component failed to load. Uses only code that is already loaded. */
export function LoadFailure({ retry }: { readonly retry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 p-6">
      <p>
        {loadFailureText.title}. {loadFailureText.description}
      </p>
      <button type="button" className={buttonClass('secondary', 'md')} onClick={retry}>
        {texts.tryAgain}
      </button>
    </div>
  )
}
