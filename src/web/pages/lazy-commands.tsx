import { useEffect, useState } from 'react'
import { type FirstCommand, onCommand } from '../layout/commands.ts'
import { isPaletteKey, isSingleKey } from '../ui/keyboard-shortcuts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const Commands = lazyComponent(async () => (await import('./commands.tsx')).Commands)

/** Loads the command palette and shortcuts when a shortcut key is first pressed. */
export function LazyCommands() {
  const [first, setFirst] = useState<FirstCommand>()
  useEffect(() => {
    if (first !== undefined) return
    const begin = async (act: FirstCommand) => {
      if (await Commands.fetch()) setFirst(act)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) && !(isSingleKey(event) && ['/', '?', 'g'].includes(event.key))) return
      // Browsers use some of these keys themselves.
      if (event.key !== 'g') event.preventDefault()
      void begin(event)
    }
    window.addEventListener('keydown', onKey)
    const stop = onCommand((command) => void begin(command))
    return () => {
      window.removeEventListener('keydown', onKey)
      stop()
    }
  }, [first])
  if (first === undefined) return null
  return <Commands first={first} />
}
