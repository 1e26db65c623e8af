import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** A note beside a form or list. `<Note>Default messages apply when nothing is set.</Note>` */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5 rounded-inner border border-line bg-raised px-3.5 py-2.5 text-second text-fg-2">
      <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
