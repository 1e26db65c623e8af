import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { buttonClass } from './button-class.ts'
import { toast } from './feedback/toast.ts'

export type LazyComponent<P> = ((props: P) => ReactNode) & {
  /** Fetches ahead. What fails is tried again, and told, where the component is drawn. */
  readonly preload: () => Promise<void>
  /** Fetches what is drawn next: whether it has come. What has not is told in a toast. */
  readonly fetch: () => Promise<boolean>
}

/** How a window says that it is closed; a piece without either of them stays where it is. */
interface Closable {
  readonly isOpen?: boolean
  readonly onClose?: () => void
  readonly onOpenChange?: (isOpen: boolean) => void
}

interface LazyOptions<P> {
  /** What stands there when the code has not come. Absent: what says so, with Try again. */
  readonly Failed?: (props: P & { readonly retry: () => void }) => ReactNode
  /** Nobody misses it: its placeholder stays, without a toast. */
  readonly isQuiet?: boolean
}

/**
 * A component whose code is fetched when it is first drawn, or ahead with `preload`; until then `Placeholder` stands
 * there, with the same props. Not React's `lazy`: what suspended is shown 300 ms after the last placeholder at the
 * earliest, so a page that came in three steps took most of a second longer than its code. Code that doesn't come costs
 * this piece and a toast: a window is closed, and fetched again when it is opened again; a part of the page says so.
 * `const Overview = late(async () => (await import('./overview.tsx')).Overview, OverviewSkeleton)`
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
        // the next one who needs it tries again
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Late(props: P & Closable) {
    const [Shown, setShown] = useState(() => ready)
    const [hasFailed, setHasFailed] = useState(false)
    const isOpen = useContext(IsOpenContext) && props.isOpen !== false
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
        current.current.onOpenChange?.(false)
      }
      fetched().then(() => isHere && setShown(() => ready), fail)
      return () => {
        isHere = false
      }
    }, [isWanted])
    if (Shown !== undefined) return <Shown {...props} />
    if (!hasFailed || isQuiet || isWindow(props)) return <Placeholder {...props} />
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
  return Object.assign(Late, { preload: () => fetched().catch(() => undefined), fetch })
}

const isWindow = ({ onClose, onOpenChange }: Closable) => onClose !== undefined || onOpenChange !== undefined

const loadFailureText = {
  title: 'Failed to load this part of the page',
  description: "Can't reach the server. Check your connection and try again.",
  kind: 'destructive',
} as const

/** In the place of a piece whose code did not come. Plain, since what it is made of must be here already. */
export function LoadFailure({ retry }: { readonly retry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 p-6">
      <p>
        {loadFailureText.title}. {loadFailureText.description}
      </p>
      <button type="button" className={buttonClass('secondary', 'md')} onClick={retry}>
        Try again
      </button>
    </div>
  )
}

/** Whether the window around a piece is open; true where there is none. */
export const IsOpenContext = createContext(true)
