import type { ReactNode } from 'react'
import { NewVersionBar } from './new-version-bar.tsx'
import { OfflineBanner } from './offline-banner.tsx'

export interface PageShellProps {
  /** The bar on top, usually a `NavBar`. */
  readonly topBar: ReactNode
  /** A sidebar; below 640 px it lies above the content. */
  readonly sidebar?: ReactNode
  readonly children: ReactNode
}

/** The frame of every screen: skip link, bar, sidebar, main. `<PageShell topBar={<NavBar … />}>…</PageShell>` */
export function PageShell({ topBar, sidebar, children }: PageShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-80 -translate-y-20 rounded-control bg-accent-solid px-4 py-2 font-medium text-white focus:translate-y-0"
      >
        Skip to content
      </a>
      {topBar}
      <OfflineBanner />
      <NewVersionBar />
      <div className="flex min-w-0 grow flex-col sm:flex-row">
        {sidebar}
        <main id="content" tabIndex={-1} className="min-w-0 grow outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}
