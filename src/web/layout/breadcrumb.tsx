import { ChevronLeft } from 'lucide-react'
import { Fragment } from 'react'
import * as texts from '../texts/layout.ts'
import { Link } from '../ui/link.tsx'

export interface Crumb {
  readonly label: string
  /** Absent where there is no page of that name, and on the page itself. */
  readonly href?: string
}

const linkClass = 'inline-flex min-h-6 min-w-0 items-center rounded-control hover:text-fg'

/**
 * Where a page below a section stands; on a phone a link to its parent.
 * `<Breadcrumb crumbs={[{ label: 'My Game App', href: '/app/7' }, { label: 'Settings' }, { label: 'Team' }]} />`
 */
export function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const parent = crumbs.findLast(({ href }) => href !== undefined)
  return (
    <nav aria-label={texts.breadcrumb} className="min-w-0 text-second text-fg-2">
      <ol className="flex min-w-0 items-center gap-1.5 max-sm:hidden">
        {crumbs.map(({ label, href }, place) => (
          <Fragment key={href ?? label}>
            {place > 0 && (
              <li aria-hidden className="text-fg-3">
                ›
              </li>
            )}
            <li className="flex min-w-0">
              {href === undefined ? (
                <span
                  className="min-h-6 truncate content-center"
                  aria-current={place === crumbs.length - 1 ? 'page' : undefined}
                >
                  <bdi>{label}</bdi>
                </span>
              ) : (
                <Link href={href} className={linkClass}>
                  <bdi className="truncate">{label}</bdi>
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
      {parent?.href !== undefined && (
        <Link href={parent.href} className={`${linkClass} -ml-1 touch:min-h-11 sm:hidden`}>
          <ChevronLeft size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          <bdi className="truncate">{parent.label}</bdi>
        </Link>
      )}
    </nav>
  )
}
