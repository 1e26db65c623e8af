import type { ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'

export interface CardProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  /** Buttons to the right of the title. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** At the lower edge, also when the card next to it is taller. */
  readonly footer?: ReactNode
  /** The content fills the card to its edges (tables, lists). */
  readonly isFlush?: boolean
  readonly className?: string
  readonly headingLevel?: 2 | 3
}

/** A framed part of a screen. `<Card title="Application Details" actions={<Button>Edit</Button>}>…</Card>` */
export function Card({
  title,
  description,
  actions,
  children,
  footer,
  isFlush,
  className,
  headingLevel = 2,
}: CardProps) {
  const titleId = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={classNames(
        'group/card relative flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface',
        className,
      )}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
          <div className={classNames('min-w-0 flex-1', description === undefined ? 'basis-36' : 'basis-60')}>
            <Heading id={titleId} className="text-section font-semibold">
              {title}
            </Heading>
            {description !== undefined && <p className="text-second text-fg-2">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={classNames('min-w-0 grow', isFlush ? title !== undefined && 'pt-3' : 'p-4 sm:px-5')}>
        {children}
      </div>
      {footer !== undefined && <footer className="flex items-center gap-2 px-4 pb-4 sm:px-5">{footer}</footer>}
    </section>
  )
}
