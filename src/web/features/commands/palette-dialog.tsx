import { Command } from 'cmdk'
import { useDeferredValue, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { freshPerOpening } from '../../ui/dialog/opening.tsx'
import { inputClass } from '../../ui/form/input-class.ts'
import { matches } from './matches.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'
import { usePaletteGroups } from './use-palette-groups.tsx'
import { usePaletteSearch } from './use-palette-search.ts'

export interface PaletteDialogProps {
  readonly isOpen: boolean
  /** The application that is open, for its sections and for what is searched. */
  readonly applicationId: number | undefined
  readonly onClose: () => void
  readonly onGo: (href: string) => void
}

/** Finds pages and actions by a part of their name. */
export const PaletteDialog = freshPerOpening(PaletteForm)

function PaletteForm({ isOpen, applicationId, onClose, onGo }: PaletteDialogProps) {
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const isComposing = useRef(false)
  const groups = usePaletteGroups(isOpen, applicationId)
  const found = usePaletteSearch(useDeferredValue(searched.trim()), applicationId)
  const shown = [...found.groups, ...groups.map((group) => narrowed(group, text))].filter(
    ({ entries }) => entries.length > 0,
  )
  const choose = (entry: PaletteEntry) => {
    onClose()
    if ('href' in entry) onGo(entry.href)
    else entry.run()
  }
  const type = (typed: string) => {
    setText(typed)
    // Wait until an input method has composed the word.
    if (!isComposing.current) setSearched(typed)
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Go to or do" size="lg">
      {/* Results of the server's search are shown without filtering them again. */}
      <Command label="Command palette" shouldFilter={false} loop className="flex min-h-0 flex-col gap-3">
        <Command.Input
          value={text}
          onValueChange={type}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            type(event.currentTarget.value)
          }}
          placeholder="Application, section, user, license or action"
          className={`${inputClass} h-10 px-3`}
        />
        <Command.List className="max-h-[50dvh] min-h-40 overflow-y-auto overscroll-contain">
          <Command.Empty className="px-2.5 py-6 text-center text-fg-2">
            {found.isLoading ? 'Searching...' : `Nothing found for “${text}”.`}
          </Command.Empty>
          {shown.map(({ heading, entries }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-fg-3"
            >
              {entries.map((entry) => (
                <Command.Item
                  key={`${heading} ${entry.id}`}
                  value={`${heading} ${entry.id}`}
                  onSelect={() => choose(entry)}
                  className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 data-[selected=true]:bg-accent-solid/30 touch:min-h-11 [&>svg]:shrink-0 [&>svg]:text-fg-3"
                >
                  {entry.icon}
                  <bdi className="min-w-0 grow truncate">{entry.label}</bdi>
                  {entry.detail !== undefined && (
                    <span className="max-w-40 shrink-0 truncate text-second text-fg-3">{entry.detail}</span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

function narrowed({ heading, entries }: PaletteGroup, text: string): PaletteGroup {
  return {
    heading,
    entries: entries.filter(({ label, detail = '' }) => matches(`${heading} ${label} ${detail}`, text)),
  }
}
