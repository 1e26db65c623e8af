import { useCallback, useRef, useState } from 'react'

/** The part of the page that is too large to be loaded by everyone who opens it: the program in the chosen language. */
export interface WholePage {
  /** The page is searched or copied: the program is loaded wherever it is. */
  readonly isWanted: boolean
  readonly isLoaded: boolean
  /** Loads the program; ends when it is on the page, or could not be loaded. */
  readonly load: () => Promise<void>
  /** The program tells that it is on the page. Stable. */
  readonly onLoaded: () => void
}

/** Without its application's values the program is never on the page: what is there is searched or copied then. */
const longestWaitMs = 5_000

export function useWholePage(): WholePage {
  const [isWanted, setIsWanted] = useState(false)
  const [isLoaded, setIsLoaded] = useState(false)
  const hasLoaded = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  const onLoaded = useCallback(() => {
    hasLoaded.current = true
    setIsLoaded(true)
    for (const end of waiting.current.splice(0)) end()
  }, [])
  const load = async () => {
    setIsWanted(true)
    if (hasLoaded.current) return
    await new Promise<void>((end) => {
      waiting.current.push(end)
      setTimeout(end, longestWaitMs)
    })
  }
  return { isWanted, isLoaded, load, onLoaded }
}
