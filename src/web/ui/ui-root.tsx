import type { ReactNode } from 'react'
import { LazyToaster } from './feedback/lazy-toaster.tsx'

/** Around everything that shows toasts. Once: `<UiRoot><App /></UiRoot>` */
export function UiRoot({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <LazyToaster />
    </>
  )
}
