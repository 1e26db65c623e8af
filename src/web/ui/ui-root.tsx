import type { ReactNode } from 'react'
import { LazyToaster } from './feedback/lazy-toaster.tsx'
import { TooltipRoot } from './tooltip-root.tsx'

/** Providers for all parts: tooltip delays and the toaster. Once: `<UiRoot><App /></UiRoot>` */
export function UiRoot({ children }: { readonly children: ReactNode }) {
  return (
    <TooltipRoot>
      {children}
      <LazyToaster />
    </TooltipRoot>
  )
}
