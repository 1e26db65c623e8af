import type { ReactNode } from 'react'

interface LandingSectionProps {
  /** A section that the navigation links to. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

export function LandingSection({ id, title, text, children }: LandingSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-14 border-t border-line px-6 py-16 sm:py-24">
      <div className="mx-auto max-w-6xl">
        <h2 id={`${id}-title`} className="text-[1.75rem] leading-9 font-semibold tracking-tight">
          {title}
        </h2>
        <p className="mt-3 max-w-2xl text-[1.125rem] leading-7 text-fg-2">{text}</p>
        <div className="mt-10">{children}</div>
      </div>
    </section>
  )
}
