import { Command } from 'cmdk'
import { ChevronRight } from 'lucide-react'
import type { PaletteEntry } from './palette-entry.ts'

export interface PaletteItemProps {
  /** Unique in the list. */
  readonly value: string
  readonly entry: PaletteEntry
  readonly onChoose: (entry: PaletteEntry, isInNewTab: boolean) => void
  readonly onShowActions: (entry: PaletteEntry) => void
}

/** A row of the palette. What the viewer has no right to is greyed and says why. */
export function PaletteItem({ value, entry, onChoose, onShowActions }: PaletteItemProps) {
  const { icon, label, detail, refusal, actions = [] } = entry
  const shownDetail = refusal ?? detail
  return (
    <Command.Item
      value={value}
      disabled={refusal !== undefined}
      onSelect={() => onChoose(entry, false)}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 data-[disabled=true]:cursor-not-allowed data-[disabled=true]:text-fg-3 data-[selected=true]:bg-accent-solid/30 touch:min-h-11 [&>svg]:shrink-0 [&>svg]:text-fg-3"
    >
      {icon}
      <bdi className="min-w-0 grow truncate">{label}</bdi>
      {shownDetail !== undefined && shownDetail !== '' && (
        <span className="max-w-40 shrink-0 truncate text-second text-fg-3">{shownDetail}</span>
      )}
      {actions.length > 0 && (
        // For the pointer; the keyboard has the right arrow. An option of a list holds no button.
        <span
          data-actions
          className="-my-1 -mr-1.5 grid size-7 shrink-0 place-items-center rounded-control text-fg-3 hover:bg-overlay hover:text-fg touch:size-10"
          title="Actions"
          onClick={(event) => {
            event.stopPropagation()
            onShowActions(entry)
          }}
        >
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
        </span>
      )}
    </Command.Item>
  )
}
