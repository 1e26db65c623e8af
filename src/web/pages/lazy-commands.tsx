import { useEffect, useRef, useState } from 'react'
import { type Command, type FirstCommands, onCommand } from '../layout/commands.ts'
import { isPaletteKey, isSingleKey } from '../ui/keyboard-shortcuts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const Commands = lazyComponent(async () => (await import('./commands.tsx')).Commands)

/** Loads the command palette and shortcuts when a shortcut key is first pressed. */
export function LazyCommands() {
  const [first, setFirst] = useState<FirstCommands>()
  const pressed = useRef<(Command | KeyboardEvent)[]>([])
  useEffect(() => {
    if (first !== undefined) return
    const begin = async (act: Command | KeyboardEvent) => {
      pressed.current.push(act)
      if (await Commands.fetch()) setFirst(pressed.current)
      else pressed.current = []
    }
    const onKey = (event: KeyboardEvent) => {
      const isLater = pressed.current.length > 0 && isSingleKey(event)
      if (!isLater && !isPaletteKey(event) && !(isSingleKey(event) && ['/', '?', 'g'].includes(event.key))) return
      // Browsers use some of these keys themselves.
      if (isPaletteKey(event) || event.key === '/' || event.key === '?') event.preventDefault()
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
