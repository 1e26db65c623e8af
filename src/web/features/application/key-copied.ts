import { useSyncExternalStore } from 'react'

const nameOf = (applicationId: number) => `api-key-copied-${applicationId}`
const listeners = new Set<() => void>()
/** For as long as the page lives: also where storage is blocked. */
const remembered = new Set<number>()

/** Remembers in this browser that the key of an application was copied. */
export function rememberKeyCopied(applicationId: number): void {
  remembered.add(applicationId)
  try {
    localStorage.setItem(nameOf(applicationId), 'true')
  } catch {
    // Storage is blocked (private mode): it is known until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Whether the key was copied in this browser. */
export function useIsKeyCopied(applicationId: number): boolean {
  return useSyncExternalStore(subscribe, () => isCopied(applicationId))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isCopied(applicationId: number): boolean {
  try {
    return remembered.has(applicationId) || localStorage.getItem(nameOf(applicationId)) === 'true'
  } catch {
    return false
  }
}
