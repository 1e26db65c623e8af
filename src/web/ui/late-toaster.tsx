import { useEffect, useSyncExternalStore } from 'react'
import { late } from './late.tsx'
import { toastStore } from './toast.ts'

const Toaster = late(async () => (await import('./toaster.tsx')).Toaster)

/**
 * The place of toasts without its weight in the first load. It is fetched at the first press or key: whatever is said
 * in a toast follows one, and without a connection it could not be fetched any more. Once for the whole page.
 */
export function LateToaster() {
  const hasToast = useSyncExternalStore(toastStore.subscribe, () => toastStore.get() !== undefined)
  useEffect(() => {
    const options = { once: true, capture: true }
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, fetchAhead, options)
    return () => {
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, fetchAhead, options)
    }
  }, [])
  return (
    // A live region, though a silent one, and there from the start: a window that opens hides all else from assistive
    // technology, and what comes later inside of that.
    <div aria-live="off">{hasToast && <Toaster />}</div>
  )
}

function fetchAhead(): void {
  Toaster.preload()
}
