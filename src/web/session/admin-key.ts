let currentKey: string | undefined
const listeners = new Set<() => void>()

/** The admin key typed into this page: kept in memory only. */
export const adminKey = {
  get: (): string | undefined => currentKey,
  set(key: string | undefined): void {
    currentKey = key
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
