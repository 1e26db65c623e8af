import { type ReactNode, useEffect, useRef } from 'react'
import * as texts from '../texts/layout.ts'
import { classNames } from '../ui/class-names.ts'

export interface PageHeadingProps {
  /** The `h1`; also the document's title unless `documentTitle` is given. */
  readonly title: string
  readonly documentTitle?: string
  /** Badges beside the title. */
  readonly badges?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** One line of 48 px, with the description at its end, for pages whose content matters more. */
  readonly isLine?: boolean
  /** On a phone the description leaves the room to the list below. */
  readonly isAboveList?: boolean
}

/** The first heading of this document: on page load, focus stays where the browser puts it. */
let first: HTMLElement | undefined

/**
 * Title of the screen and of the document; gets the focus after navigation. Give it a `key` that changes with the
 * screen or section.
 * `<PageHeading key={section} title="Users" badges={<Badge tone="ok">Active</Badge>} />`
 */
export function PageHeading(props: PageHeadingProps) {
  const { title, documentTitle = title, badges, description, actions, isLine = false, isAboveList = false } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = texts.keywright(documentTitle)
  }, [documentTitle])
  useEffect(() => {
    if (heading.current === null) return
    first ??= heading.current
    const isInDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null
    if (heading.current !== first && !isInDialog) heading.current.focus({ preventScroll: true })
  }, [])
  const h1 = (
    <h1
      ref={heading}
      tabIndex={-1}
      className={classNames('text-page font-semibold tracking-tight outline-none', isLine ? 'shrink-0' : 'min-w-0')}
    >
      {title}
    </h1>
  )
  if (isLine) {
    return (
      <div className="-my-1 flex h-12 min-w-0 items-center gap-3 sm:-my-2">
        {h1}
        {badges}
        <div className="min-w-0 grow truncate text-second text-fg-2">{description}</div>
        <div className="flex items-center gap-2">{actions}</div>
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {h1}
          {badges}
        </div>
        {description !== undefined && (
          <p className={classNames('mt-0.5 text-fg-2', isAboveList && 'max-sm:hidden')}>{description}</p>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
