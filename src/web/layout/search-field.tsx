import { Search } from 'lucide-react'
import * as texts from '../texts/layout.ts'
import { isMac } from '../ui/keyboard-shortcuts.ts'
import { openCommand } from './commands.ts'

/** Opens the palette. Looks like a field where there is room for one, below 1024 px like an icon. */
export function SearchField() {
  return (
    <button
      type="button"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={() => openCommand('palette')}
      className="flex size-9 shrink-0 items-center justify-center gap-2 rounded-control border border-transparent text-fg-2 transition-colors duration-150 hover:bg-overlay hover:text-fg touch:size-11 lg:w-[280px] lg:justify-start lg:border-control/60 lg:bg-surface lg:px-3 lg:text-fg-3 lg:hover:border-control lg:touch:w-[280px]"
    >
      <Search size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className="grow text-left max-lg:sr-only">{texts.search}</span>
      <kbd className="rounded-[4px] border border-line px-1.5 font-sans text-meta max-lg:hidden">
        {isMac ? '⌘K' : texts.ctrlK}
      </kbd>
    </button>
  )
}
