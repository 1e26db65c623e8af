import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import * as texts from '../texts/ui.ts'
import { classNames } from './class-names.ts'
import { Skeleton } from './feedback/skeleton.tsx'
import { Link } from './link.tsx'
import { Tooltip } from './tooltip.tsx'

export interface StatCardProps {
  readonly label: string
  /** The formatted number; undefined while loading. */
  readonly value: string | undefined
  /** What exactly is counted. */
  readonly definition?: string | undefined
  /** A line below the number. */
  readonly detail?: ReactNode
  /** The list behind the number; makes the whole card a link. */
  readonly href?: string | undefined
  readonly icon?: ReactNode
  /** One of four above a list, which on a phone leave the room to it. */
  readonly isAboveList?: boolean
}

/** Around four figures above a list. `<FigureRow><StatCard isAboveList … />…</FigureRow>` */
export function FigureRow({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-4 gap-1 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">{children}</div>
}

/**
 * One number with its label.
 * `<StatCard label="Live Sessions" value="1" definition="Last heartbeat within 90 s" href="…" />`
 */
export function StatCard({ label, value, definition, detail, href, icon, isAboveList = false }: StatCardProps) {
  return (
    <dl
      className={classNames(
        'relative flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 transition-colors duration-150 has-[a:hover]:border-control sm:px-5',
        isAboveList && 'max-sm:gap-0 max-sm:px-0.5 max-sm:py-2 max-sm:text-center max-sm:[&_button]:hidden',
      )}
    >
      <dt
        className={classNames(
          'flex min-h-6 items-center gap-1.5 text-second text-fg-2',
          isAboveList && 'max-sm:min-h-0 max-sm:justify-center max-sm:text-meta',
        )}
      >
        {icon !== undefined && <span className="text-fg-3">{icon}</span>}
        {href === undefined ? (
          <span>{label}</span>
        ) : (
          <Link
            href={href}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {label}
          </Link>
        )}
        {definition !== undefined && <InfoTip about={label} text={definition} />}
      </dt>
      <dd
        className={classNames(
          'text-stat font-semibold tabular-nums tracking-tight',
          isAboveList && 'max-sm:text-section',
        )}
      >
        {value ?? <Skeleton className="h-9 w-20 py-1" />}
      </dd>
      {detail !== undefined && <dd className="text-meta text-fg-3">{detail}</dd>}
    </dl>
  )
}

/**
 * An info icon that explains a number, also on touch.
 * `<InfoTip about="Live Sessions" text="Last beat within 90 s" />`
 */
function InfoTip({ about, text }: { readonly about: string; readonly text: string }) {
  return (
    <Tooltip text={text} opensOnPress>
      <button
        type="button"
        aria-label={texts.about(about)}
        className="relative z-1 -my-1 inline-grid size-6 place-items-center rounded-control text-fg-3 hover:text-fg"
      >
        <Info size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}
