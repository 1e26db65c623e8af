import { classNames } from '../class-names.ts'

/** A gray bar in place of text that is loading; give it the final height. `<Skeleton className="h-9 w-24" />` */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span className={classNames('block animate-late', className)} aria-hidden>
      <span className="block size-full animate-pulse-soft rounded-control bg-overlay" />
    </span>
  )
}
