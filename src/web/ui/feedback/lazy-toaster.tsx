import { useEffect, useSyncExternalStore } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { toastStore } from './toast.ts'

const Toaster = lazyComponent(async () => (await import('./toaster.tsx')).Toaster, undefined, { isQuiet: true })

/** Somebody is there, and may press something soon. */
const activityEvents = ['pointermove', 'pointerdown', 'keydown'] as const
/** The screen stands by then, and the line is free. */
const preloadAfterMs = 5_000

/**
 * The place of toasts without its weight in the first load. It is fetched when somebody moves or presses something,
 * for what is said in a toast follows that, and soon after the screen in any case: without a connection it could not be
 * fetched any more. Once for the whole page.
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
    // A live region, though a silent one, and there from the start: a window that opens hides all else from assistive
    // technology, and what comes later inside of that.
    <div aria-live="off">{hasToast && <Toaster />}</div>
  )
}

function preloadToaster(): void {
  void Toaster.preload()
}
