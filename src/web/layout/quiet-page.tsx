import type { ReactNode } from 'react'
import { BrandMark } from '../ui/brand.tsx'
import { LazyToaster } from '../ui/feedback/lazy-toaster.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** A screen with one thing in its middle, for those who are not signed in. `<QuietPage><Card>…</Card></QuietPage>` */
export function QuietPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <OfflineBanner />
      <main id="content" className="flex grow flex-col items-center justify-center px-4 py-10">
        <div className="flex w-full max-w-[400px] flex-col gap-6">{children}</div>
      </main>
      <LazyToaster />
    </div>
  )
}

export interface QuietHeadingProps {
  /** A `PageHeading`. */
  readonly children: ReactNode
  readonly text?: string | undefined
}

/** Mark, heading and one line, above a form. `<QuietHeading text="Access your …"><PageHeading title="Sign in" /></QuietHeading>` */
export function QuietHeading({ children, text }: QuietHeadingProps) {
  return (
    <div className="flex flex-col items-center text-center">
      <BrandMark size={44} />
      <div className="mt-4">{children}</div>
      {text !== undefined && <p className="mt-1 text-balance text-fg-2">{text}</p>}
    </div>
  )
}
