import type { ReactNode } from 'react'
import { BrandMark } from '../ui/brand.tsx'
import { LazyToaster } from '../ui/feedback/lazy-toaster.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** A page with one centered block, for visitors who are not signed in. `<CenteredPage><Card>…</Card></CenteredPage>` */
export function CenteredPage({ children }: { readonly children: ReactNode }) {
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

export interface CenteredHeadingProps {
  /** A `PageHeading`. */
  readonly children: ReactNode
  readonly text?: string | undefined
}

/**
 * Logo, heading and one line above a form.
 * `<CenteredHeading text="Access your …"><PageHeading title="Sign in" /></CenteredHeading>`
 */
export function CenteredHeading({ children, text }: CenteredHeadingProps) {
  return (
    <div className="flex flex-col items-center text-center">
      <BrandMark size={44} />
      <div className="mt-4">{children}</div>
      {text !== undefined && <p className="mt-1 text-balance text-fg-2">{text}</p>}
    </div>
  )
}
