import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface BannerProps {
  readonly tone: 'warn' | 'info'
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** A thin bar across the page. `<Banner tone="info" action={<Button size="sm">Refresh</Button>}>…</Banner>` */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-9 flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-raised px-4 py-1 text-second',
        tone === 'warn' ? 'text-warn' : 'text-info',
      )}
    >
      {children}
      {action}
    </div>
  )
}
