import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as texts from '../../texts/ui.ts'
import { classNames } from '../class-names.ts'
import { inputClass, lineHeightClass } from './input-class.ts'

const debounceMs = 150

export interface SearchInputProps {
  readonly label: string
  /** The current search, usually from the address. */
  readonly value: string
  /** Debounced by 150 ms; immediate on Enter and when emptied. */
  readonly onSearch: (text: string) => void
  readonly placeholder?: string
  readonly className?: string
}

/**
 * Searches while typing, but not while an input method composes a word: half a word finds nothing.
 * `<SearchInput label="Search users" value={q} onSearch={setQ} />`
 */
export function SearchInput({ label, value, onSearch, placeholder, className }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState({ value, asked: value })
  const timer = useRef<number>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  if (value !== known.value) {
    setKnown({ ...known, value })
    // Changed from outside: by Back, or the filters were cleared.
    if (value.trim() !== known.asked.trim()) setText(value)
  }
  const search = (typed: string, delayMs: number) => {
    setText(typed)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setKnown((before) => ({ ...before, asked: typed }))
      onSearch(typed)
    }, delayMs)
  }
  const type = (typed: string, isComposing: boolean) => {
    window.clearTimeout(timer.current)
    if (isComposing) setText(typed)
    else search(typed, typed === '' ? 0 : debounceMs)
  }
  return (
    <search className={classNames('relative block min-w-0', className)}>
      <Search
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-fg-3"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        className={classNames(inputClass, lineHeightClass, 'px-9')}
        value={text}
        onChange={({ target, nativeEvent }) => type(target.value, (nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={(event) => type(event.currentTarget.value, false)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && search(text, 0)}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={texts.clearSearch}
          className="absolute inset-y-0 right-1.5 my-auto grid size-6 place-items-center rounded-control text-fg-3 hover:text-fg touch:size-9"
          onClick={() => {
            search('', 0)
            input.current?.focus()
          }}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </search>
  )
}
