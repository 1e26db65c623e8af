import { type ReactNode, useId } from 'react'

export interface DrawerSectionProps {
  readonly title: string
  /** A button to the right of the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled section of the drawer. */
export function DrawerSection({ title, action, children }: DrawerSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}
