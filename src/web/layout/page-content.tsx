import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

export interface PageContentProps {
  readonly children: ReactNode
  /** Text and forms read better narrow; lists want the room. */
  readonly width?: 'wide' | 'narrow'
}

/** The padding and greatest width of a screen's content. `<PageContent><PageHeading … />…</PageContent>` */
export function PageContent({ children, width = 'wide' }: PageContentProps) {
  return (
    <div
      className={classNames(
        'mx-auto flex w-full flex-col gap-6 px-4 py-6 sm:px-6 sm:py-8',
        width === 'wide' ? 'max-w-[1440px]' : 'max-w-3xl',
      )}
    >
      {children}
    </div>
  )
}
