import type { ReactNode } from 'react'
import { LazyToaster } from './feedback/lazy-toaster.tsx'
import { TooltipRoot } from './tooltip-root.tsx'

/** What the parts need around them: delays of tooltips, the place of toasts. Once: `<UiRoot><App /></UiRoot>` */
export function UiRoot({ children }: { readonly children: ReactNode }) {
  return (
    <TooltipRoot>
      {children}
      <LazyToaster />
    </TooltipRoot>
  )
}
