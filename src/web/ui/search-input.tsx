import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { inputClass, lineHeightClass } from './input-class.ts'

const debounceMs = 150

export interface SearchInputProps {
  readonly label: string
  /** What is being searched for now, usually from the address. */
  readonly value: string
  /** Called 150 ms after the last key, at once on Enter and when emptied. */
  readonly onSearch: (text: string) => void
  readonly placeholder?: string
  readonly className?: string
}

/** Searches while one types. `<SearchInput label="Search users" value={q} onSearch={setQ} />` */
export function SearchInput({ label, value, onSearch, placeholder, className }: SearchInputProps) {
  const [draft, setDraft] = useState<string>()
  const timer = useRef<number>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const search = (text: string, delayMs: number) => {
    setDraft(text)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setDraft(undefined)
      onSearch(text)
    }, delayMs)
  }
  const shown = draft ?? value
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
        value={shown}
        onChange={(event) => search(event.target.value, event.target.value === '' ? 0 : debounceMs)}
        onKeyDown={(event) => event.key === 'Enter' && search(shown, 0)}
      />
      {shown !== '' && (
        <button
          type="button"
          aria-label="Clear search"
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
