import { Command } from 'cmdk'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { freshPerOpening } from '../../ui/dialog/opening.tsx'
import { inputClass } from '../../ui/form/input-class.ts'
import { openedEntries } from './opened-entries.ts'
import { fitOf, type PaletteEntry, type PaletteGroup } from './palette-entry.ts'
import { PaletteItem } from './palette-item.tsx'
import type { RunTask } from './palette-task.ts'
import { usePalette } from './use-palette.tsx'

export interface PaletteDialogProps {
  readonly isOpen: boolean
  /** The application that is open, for its sections and for what is searched first. */
  readonly applicationId: number | undefined
  readonly onClose: () => void
  readonly onGo: (href: string) => void
  /** Carries out an action on what was found. */
  readonly onTask: RunTask
}

/** Finds users, licenses, webhooks, pages and settings, and what can be done with them. */
export const PaletteDialog = freshPerOpening(PaletteForm)

function PaletteForm({ isOpen, applicationId, onClose, onGo, onTask }: PaletteDialogProps) {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const [selected, setSelected] = useState('')
  /** The entry whose actions are shown. */
  const [subject, setSubject] = useState<PaletteEntry>()
  const isComposing = useRef(false)
  const palette = usePalette({ typed: subject === undefined ? searched : '', applicationId, run: onTask })
  const shown = subject === undefined ? palette.groups : [actionsOf(subject, typed)]
  const groups = shown.filter(({ entries }) => entries.length > 0)
  const entryOf = (value: string) =>
    groups.flatMap(({ heading, entries }) => entries.filter((entry) => valueOf(heading, entry) === value))[0]

  const choose = (entry: PaletteEntry, isInNewTab = false) => {
    if (entry.refusal !== undefined) return
    openedEntries.add(entry)
    if (isInNewTab && entry.href !== undefined) {
      window.open(entry.href, '_blank', 'noopener')
      return
    }
    onClose()
    if (entry.href !== undefined) onGo(entry.href)
    else entry.run?.()
  }
  const showActions = (entry: PaletteEntry) => {
    if ((entry.actions ?? []).length === 0) return
    setSubject(entry)
    setTyped('')
  }
  const back = () => {
    setSubject(undefined)
    setTyped(searched)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const entry = entryOf(selected)
    const isNewTab = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isNewTab && entry) choose(entry, true)
    else if (event.key === 'ArrowRight' && entry?.actions && isAtEnd(event.target)) showActions(entry)
    else if (event.key === 'Backspace' && subject !== undefined && typed === '') back()
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    // Wait until an input method has composed the word.
    if (!isComposing.current && subject === undefined) setSearched(text)
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Command Palette" size="lg" place="top">
      {/* Results of the server's search are shown without filtering them again. */}
      <Command
        label="Command palette"
        shouldFilter={false}
        loop
        vimBindings={false}
        value={selected}
        onValueChange={setSelected}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-col gap-3"
      >
        {subject !== undefined && (
          <Button size="sm" variant="ghost" className="self-start" onClick={back}>
            Back from <bdi className="max-w-60 truncate">{subject.label}</bdi>
          </Button>
        )}
        <Command.Input
          value={typed}
          onValueChange={type}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            type(event.currentTarget.value)
          }}
          placeholder={subject === undefined ? 'User, license key, page, setting or action' : 'Action'}
          className={`${inputClass} h-10 px-3`}
        />
        <Command.List className="max-h-[50dvh] min-h-40 overflow-y-auto overscroll-contain">
          <Command.Empty className="px-2.5 py-6 text-center text-fg-2">{emptyText(palette, typed)}</Command.Empty>
          {groups.map(({ heading, entries }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-fg-3"
            >
              {entries.map((entry) => (
                <PaletteItem
                  key={entry.id}
                  value={valueOf(heading, entry)}
                  entry={entry}
                  onChoose={choose}
                  onShowActions={showActions}
                />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {subject === undefined && <SearchState {...palette} />}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-fg-3 touch:hidden">
          <span>Enter: open</span>
          <span>Ctrl/⌘ Enter: in a new tab</span>
          <span className="inline-flex items-center">
            <ChevronRight size={12} aria-hidden />
            <span>Right arrow: actions</span>
          </span>
          {subject !== undefined && <span>Backspace: back</span>}
        </p>
      </Command>
    </Dialog>
  )
}

const valueOf = (heading: string, { id }: PaletteEntry) => `${heading} ${id}`

/** The arrow moves the cursor until it is at the end. */
const isAtEnd = (target: EventTarget) =>
  target instanceof HTMLInputElement && target.selectionStart === target.value.length

function actionsOf(subject: PaletteEntry, typed: string): PaletteGroup {
  const open = subject.href === undefined ? [] : [{ ...subject, label: `Open ${subject.label}`, actions: [] }]
  const entries = [...open, ...(subject.actions ?? [])]
  return { heading: 'Actions', entries: entries.filter((entry) => fitOf({ ...entry, match: undefined }, typed)) }
}

type State = Omit<ReturnType<typeof usePalette>, 'groups'>

function emptyText({ isLoading, secret }: State, typed: string): string {
  if (isLoading) return 'Searching…'
  if (secret !== undefined) return `No ${secret} that begins like this is known in this browser.`
  return `Nothing found for “${typed}”.`
}

/** How the search on the server goes; what the browser knows is shown in any case. */
function SearchState({ isLoading, error, retry, isPartial, secret }: State) {
  return (
    <div role="status" className="flex min-h-6 flex-wrap items-center gap-x-3 text-second text-fg-2">
      {secret !== undefined && 'Keys and tokens are compared in your browser and never sent.'}
      {secret === undefined && isLoading && 'Searching users, licenses and webhooks…'}
      {error !== null && (
        <>
          <span className="text-bad">Search failed. {error.message}</span>
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </>
      )}
      {!isLoading &&
        error === null &&
        isPartial &&
        'Not everything was searched. Type more, or open the application first.'}
    </div>
  )
}
