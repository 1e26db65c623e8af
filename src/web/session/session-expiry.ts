/** Whether the session ended while the page was in use. */
let isOver = false
const listeners = new Set<() => void>()

export const sessionExpiry = {
  get: (): boolean => isOver,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** A request was answered 401: the sign-in opens over the page, which keeps what was typed. */
export function reportSessionExpired(): void {
  setExpired(true)
}

/** Signed in again, or dismissed: the next 401 opens the sign-in again. */
export function clearSessionExpired(): void {
  setExpired(false)
}

function setExpired(next: boolean): void {
  isOver = next
  for (const listener of listeners) listener()
}
