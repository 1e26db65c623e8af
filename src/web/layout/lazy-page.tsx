import { type ComponentType, useEffect } from 'react'
import { type LazyComponent, LoadFailure, lazyComponent } from '../ui/lazy-component.tsx'
import { FullPageLoading } from './full-page-loading.tsx'
import { reloadOutdated } from './reload-stale-page.ts'

/**
 * A screen of the router, fetched when it is gone to. The router's own way reloads the program when a file does not
 * come, and without a server nothing is left of it then.
 * `component: latePage(async () => (await import('./pages/account-page.tsx')).AccountPage)`
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyComponent<object> {
  return lazyComponent(load, () => <FullPageLoading />, { Failed: PageFailure })
}

function PageFailure({ retry }: { readonly retry: () => void }) {
  // Who came here was asked about what was typed on the screen before.
  useEffect(() => void reloadOutdated(), [])
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadFailure retry={retry} />
    </main>
  )
}
