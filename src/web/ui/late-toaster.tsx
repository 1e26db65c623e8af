import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastStore } from './toast.ts'

const loadToaster = async () => ({ default: (await import('./toaster.tsx')).Toaster })
const Toaster = lazy(loadToaster)

/** The place of toasts for pages that seldom have one: loaded with the first, or ahead by `preloadToaster`. */
export function LateToaster() {
  const hasToast = useSyncExternalStore(toastStore.subscribe, () => toastStore.get() !== undefined)
  if (!hasToast) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}

/** Once somebody begins to fill in a form, a toast may follow; without a connection it could not be loaded then. */
export function preloadToaster(): void {
  void loadToaster().catch(() => undefined)
}
