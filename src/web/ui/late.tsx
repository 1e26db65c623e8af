import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

export type LateComponent<P> = ((props: P) => ReactNode) & {
  /** Fetches ahead. What fails is tried again, and told, where the component is drawn. */
  readonly preload: () => void
}

/**
 * A component whose code is fetched when it is first drawn, or ahead with `preload`; until then `Placeholder` stands
 * there, with the same props. Not React's `lazy`: what suspended is shown 300 ms after the last placeholder at the
 * earliest, so a page that came in three steps took most of a second longer than its code.
 * `const Overview = late(async () => (await import('./overview.tsx')).Overview, OverviewSkeleton)`
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder: (props: P) => ReactNode = () => null,
): LateComponent<P> {
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
  function Late(props: P) {
    const [Shown, setShown] = useState(() => ready)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (Shown !== undefined) return
      let isHere = true
      fetched().then(
        () => isHere && setShown(() => ready),
        (error: unknown) => isHere && setFailure({ error }),
      )
      return () => {
        isHere = false
      }
    }, [Shown])
    if (failure !== undefined) throw failure.error
    return Shown === undefined ? <Placeholder {...props} /> : <Shown {...props} />
  }
  return Object.assign(Late, { preload: () => void fetched().catch(() => undefined) })
}
