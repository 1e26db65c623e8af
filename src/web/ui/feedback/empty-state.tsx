import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  readonly text?: ReactNode
  /** One primary action and at most one link. */
  readonly actions?: ReactNode
}

/** An empty list, and what to do about it. `<EmptyState icon={Users} title="No users yet" actions={…} />` */
export function EmptyState({ icon: Icon, title, text, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <div className="grid size-12 place-items-center rounded-card border border-line bg-raised text-fg-2 [&>svg]:size-5">
        {Icon && <Icon strokeWidth={1.75} aria-hidden />}
      </div>
      <div className="max-w-sm">
        <p className="text-section font-semibold">{title}</p>
        {text !== undefined && <p className="mt-1 text-fg-2">{text}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center justify-center gap-3">{actions}</div>}
    </div>
  )
}
