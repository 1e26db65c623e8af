import { useSyncExternalStore } from 'react'
import { noteKeyUse } from '../../common/api-key-use.ts'

const nameOf = (applicationId: number) => `api-key-copied-${applicationId}`
const listeners = new Set<() => void>()
/** In memory too, for when storage is blocked. */
const remembered = new Set<number>()

/** Remembers in this browser that the application's key was copied. */
export function rememberKeyCopied(applicationId: number): void {
  remembered.add(applicationId)
  try {
    localStorage.setItem(nameOf(applicationId), 'true')
  } catch {
    // Storage is blocked (private mode): remembered until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Remembers it, and notes the copy in the audit log. */
export function noteKeyCopied(applicationId: number): void {
  noteKeyUse(applicationId, 'copy')
  rememberKeyCopied(applicationId)
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
