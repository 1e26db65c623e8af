import type { ReactNode } from 'react'
import * as texts from '../../texts/dashboard.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** 1, 2 or 3 columns, by the width beside the sidebar. */
export function ApplicationGrid({ children }: { readonly children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-4 @min-[36rem]:grid-cols-2 @min-[60rem]:grid-cols-3">{children}</div>
    </div>
  )
}

/** Cards of the final height while the applications load. */
export function ApplicationGridSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-9 w-28 py-1.5 touch:h-11" />
      <ApplicationGrid>
        {['first', 'second', 'third'].map((card) => (
          <div key={card} className="h-[334px] animate-late rounded-card border border-line bg-surface p-5">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-3 h-4 w-56" />
            <Skeleton className="mt-7 h-9 w-full" />
            <Skeleton className="mt-6 h-20 w-full" />
          </div>
        ))}
      </ApplicationGrid>
    </div>
  )
}
