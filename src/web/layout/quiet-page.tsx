import type { ReactNode } from 'react'
import { BrandMark } from '../ui/brand.tsx'
import { LateToaster } from '../ui/late-toaster.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** A screen with one thing in its middle, for those who are not signed in. `<QuietPage><Card>…</Card></QuietPage>` */
export function QuietPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <OfflineBanner />
      <main id="content" className="flex grow flex-col items-center justify-center px-4 py-10">
        <div className="flex w-full max-w-[400px] flex-col gap-6">{children}</div>
      </main>
      <LateToaster />
    </div>
  )
}

/** Mark, heading and one line, above a form. */
export function QuietHeading({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <BrandMark size={44} />
      {children}
    </div>
  )
}
