import { type KeyboardEvent, useId, useRef, useState } from 'react'
import * as texts from '../../texts/commands.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { freshPerOpening } from '../../ui/dialog/opening.tsx'
import { inputClass } from '../../ui/form/input-class.ts'
import { openedEntries } from './opened-entries.ts'
import { fitOf, type PaletteEntry, type PaletteGroup } from './palette-entry.ts'
import { PaletteList } from './palette-list.tsx'
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
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  /** The option that was moved to; nothing: the first. */
  const [picked, setPicked] = useState<string>()
  /** The entry whose actions are shown. */
  const [subject, setSubject] = useState<PaletteEntry>()
  const isComposing = useRef(false)
  const palette = usePalette({ typed: subject === undefined ? searched : '', applicationId, run: onTask })
  const shown = subject === undefined ? palette.groups : [actionsOf(subject, typed)]
  const groups = shown.filter(({ entries }) => entries.length > 0)
  const optionId = (heading: string, { id }: PaletteEntry) => `${listId} ${heading} ${id}`.replaceAll(/\s+/g, '-')
  const options = groups
    .flatMap(({ heading, entries }) => entries.map((entry) => ({ id: optionId(heading, entry), entry })))
    .filter(({ entry }) => entry.refusal === undefined)
  const selected = options.find(({ id }) => id === picked) ?? options[0]

  const choose = (entry: PaletteEntry, isInNewTab: boolean) => {
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
  const show = (text: string, entry: PaletteEntry | undefined) => {
    setSubject(entry)
    setTyped(text)
    setPicked(undefined)
  }
  const showActions = (entry: PaletteEntry) => (entry.actions ?? []).length > 0 && show('', entry)
  const back = () => show(searched, undefined)
  const move = (step: number) => {
    const at = selected === undefined ? -1 : options.indexOf(selected)
    setPicked(options[(at + step + options.length) % options.length]?.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    // Enter and the arrows belong to an input method while it composes a word.
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Enter' && selected) choose(selected.entry, event.ctrlKey || event.metaKey)
    else if (key === 'ArrowRight' && selected?.entry.actions && isAtEnd(event.currentTarget))
      showActions(selected.entry)
    else if (key === 'Backspace' && subject !== undefined && typed === '') back()
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setPicked(undefined)
    // Wait until an input method has composed the word.
    if (!isComposing.current && subject === undefined) setSearched(text)
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.commandPalette} size="lg" place="top">
      {/* The field stays in its place; only the list below grows and shrinks. */}
      <div className="flex min-h-0 flex-col gap-3">
        <input
          role="combobox"
          aria-label={texts.commandPaletteText}
          aria-expanded={groups.length > 0}
          aria-controls={groups.length > 0 ? listId : undefined}
          aria-activedescendant={selected?.id}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            type(event.currentTarget.value)
          }}
          placeholder={subject === undefined ? texts.userLicenseKeyPage : texts.action}
          className={`${inputClass} h-10 px-3`}
        />
        {subject !== undefined && (
          <Button size="sm" variant="ghost" className="self-start" onClick={back}>
            {texts.backFrom} <bdi className="max-w-60 truncate">{subject.label}</bdi>
          </Button>
        )}
        {groups.length > 0 ? (
          <PaletteList
            {...{ groups, optionId }}
            id={listId}
            selected={selected?.id}
            onSelect={setPicked}
            onChoose={choose}
            onShowActions={showActions}
          />
        ) : (
          <p className="min-h-40 px-2.5 py-6 text-center wrap-anywhere text-fg-2">{emptyText(palette, typed)}</p>
        )}
        {subject === undefined && <SearchState {...palette} />}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-fg-3 touch:hidden">
          <span>{texts.enterOpen}</span>
          <span>{texts.ctrlEnterOpenIn}</span>
          <span>{texts.rightArrowActions}</span>
          {subject !== undefined && <span>{texts.backspaceBack}</span>}
        </p>
      </div>
    </Dialog>
  )
}

/** The arrow moves the cursor until it is at the end. */
const isAtEnd = (field: HTMLInputElement) => field.selectionStart === field.value.length

function actionsOf(subject: PaletteEntry, typed: string): PaletteGroup {
  const open = subject.href === undefined ? [] : [{ ...subject, label: texts.open(subject.label), actions: [] }]
  const entries = [...open, ...(subject.actions ?? [])]
  return { heading: texts.actions, entries: entries.filter((entry) => fitOf({ ...entry, match: undefined }, typed)) }
}

type State = Omit<ReturnType<typeof usePalette>, 'groups'>

function emptyText({ isLoading, secret }: State, typed: string): string {
  if (isLoading) return texts.searching
  if (secret !== undefined) return texts.thisBrowserKnowsNo(secret)
  return texts.nothingFoundFor(typed)
}

/** How the search on the server goes; what the browser knows is shown in any case. */
function SearchState({ isLoading, error, retry, isPartial, secret }: State) {
  return (
    <div role="status" className="flex min-h-6 flex-wrap items-center gap-x-3 text-second text-fg-2">
      {secret !== undefined && texts.keysAndTokensAre}
      {secret === undefined && isLoading && texts.searchingUsersLicensesAnd}
      {error !== null && (
        <>
          <span className="text-bad">{texts.searchFailed(error.message)}</span>
          <Button size="sm" onClick={retry}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      {!isLoading && error === null && isPartial && texts.notEverythingWasSearched}
    </div>
  )
}
