import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Link } from '../ui/link.tsx'
import { formatNumber } from '../ui/text/format.ts'
import { type Scope, ScopeSwitcher } from './scope-switcher.tsx'

interface SidebarItem {
  readonly label: string
  readonly href: string
  readonly icon: ReactNode
  /** Shown as a badge once loaded. */
  readonly count?: number | undefined
  readonly isCurrent: boolean
}

export interface SidebarProps {
  /** The application whose pages these are; absent: all applications. */
  readonly scope?: Scope
  /** The name of the navigation. */
  readonly label: string
  readonly items: readonly SidebarItem[]
  /** At the lower edge; not on phones. */
  readonly footer?: ReactNode
  /** Pages below a section show the way to their parent on phones instead. */
  readonly isHiddenOnPhones?: boolean
}

/** What the pages of a scope are; below 640 px a horizontally scrolling row under the top bar. */
export function Sidebar({ scope, label, items, footer, isHiddenOnPhones = false }: SidebarProps) {
  const current = useRef<HTMLAnchorElement>(null)
  const currentLabel = items.find((item) => item.isCurrent)?.label
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page becomes current
  useEffect(() => {
    const row = current.current?.closest('ul')
    // Scrolls only the row: `scrollIntoView` would move the page too.
    if (row && current.current)
      row.scrollLeft = current.current.offsetLeft - row.clientWidth / 2 + current.current.clientWidth / 2
  }, [currentLabel])
  return (
    <div
      className={classNames(
        'z-20 shrink-0 border-line bg-surface print:hidden max-sm:sticky max-sm:low:static max-sm:top-(--top-bar) max-sm:border-b sm:w-60 sm:border-r',
        // on wide screens its color reaches the window's edge
        'sm:before:absolute sm:before:inset-y-0 sm:before:right-full sm:before:w-[50vw] sm:before:bg-surface sm:relative',
        isHiddenOnPhones && 'max-sm:hidden',
      )}
    >
      <div className="flex max-sm:items-center sm:sticky sm:top-(--top-bar) sm:h-[calc(100dvh-var(--top-bar))] sm:flex-col sm:overflow-y-auto">
        <div className="max-sm:pl-2 sm:p-3 sm:pb-0">
          <ScopeSwitcher scope={scope} />
        </div>
        <nav
          aria-label={label}
          className="min-w-0 max-sm:[mask-image:linear-gradient(to_right,transparent,black_12px,black_calc(100%-28px),transparent)]"
        >
          <ul className="relative flex gap-1 p-2 [scrollbar-width:none] max-sm:overflow-x-auto sm:flex-col sm:p-3">
            {items.map((item) => (
              <li key={item.label} className="shrink-0">
                <SidebarLink item={item} linkRef={item.isCurrent ? current : undefined} />
              </li>
            ))}
          </ul>
        </nav>
        {footer !== undefined && <dl className="mt-auto space-y-1 p-5 text-meta max-sm:hidden">{footer}</dl>}
      </div>
    </div>
  )
}

function SidebarLink(props: { item: SidebarItem; linkRef: Ref<HTMLAnchorElement> | undefined }) {
  const { label, href, icon, count, isCurrent } = props.item
  return (
    <Link
      href={href}
      ref={props.linkRef}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex h-9 items-center gap-3 rounded-control px-3 font-medium whitespace-nowrap transition-colors duration-150 touch:h-11',
        isCurrent ? 'bg-overlay text-fg' : 'text-fg-2 hover:bg-raised hover:text-fg',
      )}
    >
      <span className="shrink-0 [&>svg]:size-4">{icon}</span>
      <span className="grow">{label}</span>
      {count !== undefined && (
        <span className="rounded-full border border-line bg-bg/40 px-1.5 text-meta text-fg-2 tabular-nums">
          {formatNumber(count)}
        </span>
      )}
    </Link>
  )
}

/** A fact in the footer. `<SidebarFact label="Application id" value="7" />` */
export function SidebarFact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-fg-3">{label}</dt>
      <dd className="text-fg-2 tabular-nums">{value}</dd>
    </div>
  )
}
