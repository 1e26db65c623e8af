import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'

/** The delays that tooltips share. Once around everything that has some: `<TooltipRoot>…</TooltipRoot>` */
export function TooltipRoot({ children }: { readonly children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Tooltip.Provider>
  )
}
