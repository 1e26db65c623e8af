import { useEffect, useSyncExternalStore } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { toastStore } from './toast.ts'

const Toaster = lazyComponent(async () => (await import('./toaster.tsx')).Toaster, undefined, { isQuiet: true })

/** Signs of activity that start the download. */
const activityEvents = ['pointermove', 'pointerdown', 'keydown'] as const
/** By then the screen has loaded and the network is idle. */
const preloadAfterMs = 5_000

/**
 * Keeps the toaster out of the first load: loaded at the first input, or after 5 s, because offline it couldn't be
 * loaded when needed. Once for the whole page.
 */
export function LazyToaster() {
  const hasToast = useSyncExternalStore(toastStore.subscribe, () => toastStore.get() !== undefined)
  useEffect(() => {
    const options = { once: true, capture: true }
    for (const event of activityEvents) window.addEventListener(event, preloadToaster, options)
    const later = setTimeout(preloadToaster, preloadAfterMs)
    return () => {
      clearTimeout(later)
      for (const event of activityEvents) window.removeEventListener(event, preloadToaster, options)
    }
  }, [])
  return (
    // An empty live region from the start: a dialog that opens hides everything else from assistive technology, and a
    // region added later would be announced inside it.
    <div aria-live="off">{hasToast && <Toaster />}</div>
  )
}

function preloadToaster(): void {
  void Toaster.preload()
}
