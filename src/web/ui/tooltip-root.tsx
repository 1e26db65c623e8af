import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'

/** Shares the delay of all tooltips. Once around everything that has tooltips: `<TooltipRoot>…</TooltipRoot>` */
export function TooltipRoot({ children }: { readonly children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Tooltip.Provider>
  )
}
