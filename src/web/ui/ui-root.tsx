import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { Toaster } from './toaster.tsx'

/** What the parts need around them: delays of tooltips, the place of toasts. Once: `<UiRoot><App /></UiRoot>` */
export function UiRoot({ children }: { readonly children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
      <Toaster />
    </Tooltip.Provider>
  )
}
