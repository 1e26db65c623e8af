import type { ReactNode } from 'react'

export interface HintProps {
  /** Links it to its control, which is described by it. */
  readonly id: string | undefined
  readonly children: ReactNode
}

/** One sentence below a control, if there is one. `<Hint id={hintId}>{hint}</Hint>` */
export function Hint({ id, children }: HintProps) {
  if (children === undefined) return null
  return (
    <p id={id} className="text-second text-fg-3">
      {children}
    </p>
  )
}
