import { useEffect } from 'react'
import * as texts from '../../texts/commands.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'
import { PaletteItem } from './palette-item.tsx'

export interface PaletteListProps {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  /** The ID of the option that Enter chooses. */
  readonly selected: string | undefined
  readonly optionId: (heading: string, entry: PaletteEntry) => string
  readonly onSelect: (optionId: string) => void
  readonly onChoose: (entry: PaletteEntry, isInNewTab: boolean) => void
  readonly onShowActions: (entry: PaletteEntry) => void
}

/** The options of the palette's field, which keeps the focus and moves the selection. */
export function PaletteList({ id, groups, selected, optionId, onSelect, ...actions }: PaletteListProps) {
  useEffect(() => {
    if (selected !== undefined) document.getElementById(selected)?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <div
      id={id}
      role="listbox"
      aria-label={texts.results}
      className="max-h-[50dvh] min-h-40 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ heading, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: the options of a list are grouped, not the fields of a form
        <div key={heading} role="group" aria-labelledby={`${id} ${heading}`.replaceAll(' ', '-')}>
          <div
            id={`${id} ${heading}`.replaceAll(' ', '-')}
            role="presentation"
            className="px-2.5 pt-3 pb-1 text-meta text-fg-3"
          >
            {heading}
          </div>
          {entries.map((entry) => {
            const option = optionId(heading, entry)
            return (
              <PaletteItem
                key={entry.id}
                id={option}
                entry={entry}
                isSelected={option === selected}
                onSelect={onSelect}
                {...actions}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
