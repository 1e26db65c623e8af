import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

export interface TabsProps<V extends string> {
  /** The tab list's accessible name: `Language`. */
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
  /** The content of the selected tab. */
  readonly children: ReactNode
  readonly className?: string
}

/**
 * Tabs with their content. Arrow keys move along the tab list, which scrolls horizontally.
 * `<Tabs label="Language" tabs={languages} value={language} onChange={setLanguage}>…</Tabs>`
 */
export function Tabs<V extends string>({ label, tabs, value, onChange, children, className }: TabsProps<V>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.value === value)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const edge = { Home: 0, End: tabs.length - 1 }[event.key]
    const next = tabs[edge ?? (step === undefined ? -1 : (current + step + tabs.length) % tabs.length)]
    if (next === undefined) return
    event.preventDefault()
    onChange(next.value)
    row.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <div className={classNames('min-w-0', className)}>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line px-2 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
            className={classNames(
              '-mb-px h-10 shrink-0 border-b-2 px-3 font-medium whitespace-nowrap transition-colors duration-150 focus-visible:-outline-offset-2 touch:h-11',
              tab.value === value ? 'border-accent text-fg' : 'border-transparent text-fg-2 hover:text-fg',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="min-w-0">
        {children}
      </div>
    </div>
  )
}
