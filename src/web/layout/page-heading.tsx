import { type ReactNode, useEffect, useRef } from 'react'

export interface PageHeadingProps {
  /** The `h1`; also the document's title unless `documentTitle` is given. */
  readonly title: string
  readonly documentTitle?: string
  /** Badges beside the title. */
  readonly badges?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
}

/** The first heading of this document: on page load, focus stays where the browser puts it. */
let first: HTMLElement | undefined

/**
 * Title of the screen and of the document; gets the focus after navigation. Give it a `key` that changes with the
 * screen or section.
 * `<PageHeading key={section} title="Users" badges={<Badge tone="ok">Active</Badge>} />`
 */
export function PageHeading({ title, documentTitle = title, badges, description, actions }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${documentTitle} · Keywright`
  }, [documentTitle])
  useEffect(() => {
    if (heading.current === null) return
    first ??= heading.current
    const isInDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null
    if (heading.current !== first && !isInDialog) heading.current.focus({ preventScroll: true })
  }, [])
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 ref={heading} tabIndex={-1} className="min-w-0 text-page font-semibold tracking-tight outline-none">
            {title}
          </h1>
          {badges}
        </div>
        {description !== undefined && <p className="mt-0.5 text-fg-2">{description}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
