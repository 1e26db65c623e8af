import { type ReactNode, useEffect, useState } from 'react'
import { newVersionEvent } from '../api/new-version-event.ts'
import * as texts from '../texts/layout.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { DiskBanner } from './disk-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { isOutdated } from './reload-stale-page.ts'

export interface PageShellProps {
  /** The top bar, usually a `NavBar`. */
  readonly topBar: ReactNode
  /** A sidebar; below 640 px it is above the content. */
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
        {texts.skipToContent}
      </a>
      {topBar}
      <OfflineBanner />
      <DiskBanner />
      <NewVersionBar />
      <div className="frame flex min-w-0 grow flex-col sm:flex-row">
        {sidebar}
        <main id="content" tabIndex={-1} className="min-w-0 grow outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}

/** Minimum interval between checks. */
const checkEveryMs = 60_000

/**
 * Says that the server has a newer version of the page. Checked when the tab becomes visible, never while it is in use.
 */
function NewVersionBar() {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    let askedAtMs = 0
    const ask = (isCertain: boolean) => {
      if (document.visibilityState !== 'visible' || (!isCertain && Date.now() - askedAtMs < checkEveryMs)) return
      askedAtMs = Date.now()
      void isOutdated().then((isSo) => isSo && setIsOld(true))
    }
    const onVisible = () => ask(false)
    const onReconnected = () => ask(true)
    askedAtMs = Date.now()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener(newVersionEvent, onReconnected)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener(newVersionEvent, onReconnected)
    }
  }, [])
  if (!isOld) return null
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={() => location.reload()}>
          {texts.refresh}
        </Button>
      }
    >
      {texts.aNewVersionIs}
    </Banner>
  )
}

interface PageContentProps {
  readonly children: ReactNode
  /** Text and forms read better narrow; everything else ends at the edges of the bar. */
  readonly width?: 'wide' | 'narrow'
}

/** Padding of a screen's content. `<PageContent><PageHeading … />…</PageContent>` */
export function PageContent({ children, width = 'wide' }: PageContentProps) {
  return (
    <div
      className={classNames(
        'mx-auto flex w-full flex-col gap-4 px-4 py-4 sm:gap-6 sm:px-6 sm:py-6',
        width === 'narrow' && 'max-w-3xl',
      )}
    >
      {children}
    </div>
  )
}
