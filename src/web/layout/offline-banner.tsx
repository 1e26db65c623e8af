import { useSyncExternalStore } from 'react'
import * as texts from '../texts/layout.ts'
import { Banner } from '../ui/feedback/banner.tsx'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** A thin bar while the browser is offline. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOnline ? null : <Banner tone="warn">{texts.youreOfflineDataMay}</Banner>
}
