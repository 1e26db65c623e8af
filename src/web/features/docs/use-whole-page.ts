import { useCallback, useRef, useState } from 'react'

/** The part of the page that is too large to be loaded by everyone who opens it: the list of all calls. */
export interface WholePage {
  /** Somebody searches the page, copies it, or follows a link to a call: the list is loaded wherever it is. */
  readonly isWanted: boolean
  readonly isLoaded: boolean
  /** Loads the list; ends when it is on the page, or could not be loaded. */
  readonly load: () => Promise<void>
  /** The list tells that it is on the page. Stable. */
  readonly onLoaded: () => void
}

/** `fetchCode`: of the list; resolves to whether it succeeded. */
export function useWholePage(fetchCode: () => Promise<boolean>): WholePage {
  const [isWanted, setIsWanted] = useState(() => window.location.hash.startsWith('#call-'))
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
    const isFetched = await fetchCode()
    if (isFetched && !hasLoaded.current) await new Promise<void>((end) => waiting.current.push(end))
  }
  return { isWanted, isLoaded, load, onLoaded }
}
