import type { EventName } from '../../shared/events.ts'

/** What a screen may have to read again. */
export type LiveKind = 'activity' | 'stats' | 'users' | 'licenses'

/** Tells open dashboards that something of an application changed: what, never the thing itself. */
export interface LiveBus {
  happened(applicationId: number, event: EventName): void
  /** Calls the listener at most five times a second, within half a second. Returns how to stop. */
  listen(applicationId: number, listener: LiveListener): () => void
  /** Ends every stream, since an open one would hold up the server's end. */
  close(): void
}

interface LiveListener {
  changed(what: readonly LiveKind[]): void
  end(): void
}

/** One message per application and tick. */
const tickMs = 200

type Changes = Map<number, Set<LiveKind>>

export function openLiveBus(): LiveBus {
  const listeners = new Map<number, Set<LiveListener>>()
  let fresh: Changes = new Map()
  let due: Changes = new Map()

  /** Tells what happened before the last tick: by then it is committed, and who reads again finds it. */
  const tick = () => {
    for (const [applicationId, kinds] of due) {
      for (const listener of listeners.get(applicationId) ?? []) listener.changed([...kinds])
    }
    due = fresh
    fresh = new Map()
  }
  const ticking = setInterval(tick, tickMs).unref()

  return {
    happened(applicationId, event) {
      // Nobody looks at most applications most of the time.
      if (!listeners.has(applicationId)) return
      const kinds = fresh.get(applicationId) ?? new Set()
      fresh.set(applicationId, kinds)
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
      clearInterval(ticking)
      for (const known of listeners.values()) for (const listener of known) listener.end()
    },
  }
}

function kindsOf(event: EventName): readonly LiveKind[] {
  if (event === 'user_registration') return ['activity', 'stats', 'users', 'licenses']
  if (event === 'user_login') return ['activity', 'stats', 'users']
  return ['activity', 'stats']
}
