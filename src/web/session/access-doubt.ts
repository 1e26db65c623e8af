const listeners = new Set<() => void>()

/** A refusal says that the viewer's rights are others than the page believes: it asks for them again. */
export const accessDoubt = {
  report(): void {
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
