import { type ComponentType, useEffect } from 'react'
import { type LazyComponent, LoadFailure, lazyComponent } from '../ui/lazy-component.tsx'
import { FullPageLoading } from './full-page-loading.tsx'
import { reloadOutdated } from './reload-stale-page.ts'

/**
 * A lazily loaded route. The router's own lazy routes reload the app when a file is missing; offline that would lose
 * the page.
 * `component: lazyPage(async () => (await import('./pages/account-page.tsx')).AccountPage)`
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyComponent<object> {
  return lazyComponent(load, () => <FullPageLoading />, { Failed: PageFailure })
}

function PageFailure({ retry }: { readonly retry: () => void }) {
  // The leave guard already asked about unsaved input on the previous screen.
  useEffect(() => void reloadOutdated(), [])
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadFailure retry={retry} />
    </main>
  )
}
