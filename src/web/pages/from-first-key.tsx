import { useEffect, useState } from 'react'
import { type FirstAct, onCommand } from '../layout/commands.ts'
import { isPaletteKey, isSingleKey } from '../layout/shortcut-keys.ts'
import { late } from '../ui/late.tsx'

const Commands = late(async () => (await import('./commands.tsx')).Commands)

/** Palette and shortcuts, which are fetched at the first key that is one. */
export function FromFirstKey() {
  const [first, setFirst] = useState<FirstAct>()
  useEffect(() => {
    if (first !== undefined) return
    const begin = async (act: FirstAct) => {
      if (await Commands.fetch()) setFirst(act)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) && !isSingleKey(event)) return
      if (!['k', 'K', '/', '?', 'g'].includes(event.key)) return
      // The browser has plans of its own for some of them.
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
