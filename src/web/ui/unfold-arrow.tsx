import { ChevronRight } from 'lucide-react'

/** In the summary of a `details` with the class `group`: points down while it is open. */
export function UnfoldArrow() {
  return (
    <ChevronRight
      size={16}
      strokeWidth={1.75}
      className="shrink-0 text-fg-2 transition-transform duration-150 group-open:rotate-90"
      aria-hidden
    />
  )
}
