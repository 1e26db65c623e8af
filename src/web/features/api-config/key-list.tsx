import type { ReactNode } from 'react'

export interface KeyListProps {
  readonly title: string
  /** Rows. */
  readonly children: ReactNode
}

/** Keys that were replaced, below the current one. */
export function KeyList({ title, children }: KeyListProps) {
  return (
    <div className="rounded-inner border border-line">
      <h3 className="border-b border-line px-3 py-2 text-meta font-medium text-fg-3">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  )
}
