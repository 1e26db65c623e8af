import type { ReactNode } from 'react'

export interface NarrowProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** A page with one thing to do. */
export function Narrow({ title, text, children }: NarrowProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col gap-6 sm:pt-8">
      <div className="flex flex-col gap-2">
        <h1 className="text-[1.5rem] leading-8 font-semibold tracking-tight">{title}</h1>
        <p className="whitespace-pre-line text-fg-2">{text}</p>
      </div>
      {children}
    </div>
  )
}
