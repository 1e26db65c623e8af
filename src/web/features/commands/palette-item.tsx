import { ChevronRight } from 'lucide-react'
import * as texts from '../../texts/commands.ts'
import type { PaletteEntry } from './palette-entry.ts'

export interface PaletteItemProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isSelected: boolean
  readonly onSelect: (id: string) => void
  readonly onChoose: (entry: PaletteEntry, isInNewTab: boolean) => void
  readonly onShowActions: (entry: PaletteEntry) => void
}

/** A row of the palette. What the viewer has no right to is greyed and says why. */
export function PaletteItem({ id, entry, isSelected, onSelect, onChoose, onShowActions }: PaletteItemProps) {
  const { icon, label, detail, refusal, actions = [] } = entry
  const shownDetail = refusal ?? detail
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-disabled={refusal !== undefined}
      onPointerMove={() => !isSelected && refusal === undefined && onSelect(id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const isOnActions = event.target instanceof Element && event.target.closest('[data-actions]') !== null
        if (isOnActions) onShowActions(entry)
        else onChoose(entry, event.ctrlKey || event.metaKey)
      }}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 aria-disabled:cursor-not-allowed aria-disabled:text-fg-3 aria-selected:bg-accent-solid/30 touch:min-h-11 [&>svg]:shrink-0 [&>svg]:text-fg-3"
    >
      {icon}
      <bdi className="min-w-0 grow truncate">{label}</bdi>
      {shownDetail !== undefined && shownDetail !== '' && (
        <span className="max-w-[45%] shrink-0 truncate text-second text-fg-2">{shownDetail}</span>
      )}
      {actions.length > 0 && (
        // For the pointer; the keyboard has the right arrow. An option of a list holds no button.
        <span
          data-actions
          title={texts.actions}
          className="-my-1 -mr-1.5 grid size-7 shrink-0 place-items-center rounded-control text-fg-3 hover:bg-overlay hover:text-fg touch:size-10"
        >
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
        </span>
      )}
    </div>
  )
}
