import type { EventName } from '../../shared/events.ts'

/** What a screen may have to read again. */
export type LiveKind = 'activity' | 'stats' | 'users' | 'licenses'

/** Tells open dashboards that something of an application changed: what, never the thing itself. */
export interface LiveBus {
  happened(applicationId: number, event: EventName): void
  /** Calls the listener at most four times a second. Returns how to stop. */
  listen(applicationId: number, listener: LiveListener): () => void
  /** Ends every stream, since an open one would hold up the server's end. */
  close(): void
}

interface LiveListener {
  changed(what: readonly LiveKind[]): void
  end(): void
}

/**
 * Bursts become one message, and a change is told a moment after it happened: whoever reads again then finds it
 * committed.
 */
const delayMs = 250

export function openLiveBus(): LiveBus {
  const listeners = new Map<number, Set<LiveListener>>()
  const dirty = new Map<number, Set<LiveKind>>()

  const tell = (applicationId: number) => {
    const what = [...(dirty.get(applicationId) ?? [])]
    dirty.delete(applicationId)
    for (const listener of listeners.get(applicationId) ?? []) listener.changed(what)
  }

  return {
    happened(applicationId, event) {
      // Nobody looks at most applications most of the time.
      if (!listeners.has(applicationId)) return
      let kinds = dirty.get(applicationId)
      if (!kinds) {
        kinds = new Set()
        dirty.set(applicationId, kinds)
        setTimeout(tell, delayMs, applicationId).unref()
      }
      for (const kind of kindsOf(event)) kinds.add(kind)
    },
    listen(applicationId, listener) {
      const known = listeners.get(applicationId) ?? new Set()
      listeners.set(applicationId, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0) listeners.delete(applicationId)
      }
    },
    close() {
      for (const known of listeners.values()) for (const listener of known) listener.end()
    },
  }
}

function kindsOf(event: EventName): readonly LiveKind[] {
  if (event === 'user_registration') return ['activity', 'stats', 'users', 'licenses']
  if (event === 'user_login') return ['activity', 'stats', 'users']
  return ['activity', 'stats']
}
