import type { EventName } from '../../shared/events.ts'
import { type LiveChange, type LiveKind, liveKinds } from '../../shared/live.ts'

/** What listeners are told, at most four times a second. */
export interface LiveMessage {
  /** Where this message stands; who comes back with it hears what came after it. */
  readonly id: string
  /** undefined: anything may have changed. */
  readonly changes: readonly LiveChange[] | undefined
}

/** Tells open dashboards that something of an application changed: what, never the thing itself. */
export interface LiveBus {
  /** An event of the log, which is committed. */
  publishEvent(applicationId: number, event: EventName): void
  /** Something changed, and is committed. */
  publishChange(applicationId: number, kinds: readonly LiveKind[]): void
  /** Changes that another server tells of. */
  receiveRemote(changes: readonly LiveChange[]): void
  /** Something may have been missed: everybody should read again. */
  invalidateAll(): void
  /** Calls the listener with each message. Returns how to stop. */
  listen(listener: LiveListener): () => void
  /** Where the last message stands. */
  position(): string
  /** One message for all that came after that position; one that tells to read everything when it is too long ago. */
  since(id: string): LiveMessage
  /** Ends every stream, since an open one would hold up the server's end. */
  close(): void
}

interface LiveListener {
  onMessage(message: LiveMessage): void
  /** Told of this server's own changes only, to pass them on to others. */
  onLocalChanges?(changes: readonly LiveChange[]): void
  onClose(): void
}

/** What happened is told by the next tick, unless something was told just now. */
const tickMs = 100
/** Four messages a second at most. */
const betweenMs = 250
/** A minute of messages and more, so that a browser that lost its connection for a moment hears what it missed. */
const keptMessages = 240

export function openLiveBus(): LiveBus {
  const listeners = new Set<LiveListener>()
  // Positions of another process mean nothing here.
  const epoch = crypto.randomUUID().slice(0, 8)
  let sequence = 0
  let kept: { readonly at: number; readonly changes: readonly LiveChange[] }[] = []
  let isInvalidated = false
  let lastBroadcastMs = Number.NEGATIVE_INFINITY
  const due = collectChanges()
  const others = collectChanges()

  const position = () => `${epoch}-${sequence}`
  const broadcast = (changes: readonly LiveChange[] | undefined) => {
    lastBroadcastMs = performance.now()
    sequence += 1
    // Who was away when everything became old must read everything, too.
    kept = changes ? [...kept.slice(1 - keptMessages), { at: sequence, changes }] : []
    const message = { id: position(), changes }
    for (const listener of listeners) listener.onMessage(message)
  }

  const tick = () => {
    if (performance.now() - lastBroadcastMs >= betweenMs) flushDue()
  }
  const flushDue = () => {
    const own = due.take()
    if (own.length > 0) for (const listener of listeners) listener.onLocalChanges?.(own)
    for (const [id, kinds] of own) others.add(id, kinds)
    const changes = others.take()
    if (isInvalidated) broadcast(undefined)
    else if (changes.length > 0) broadcast(changes)
    isInvalidated = false
  }
  const ticking = setInterval(tick, tickMs).unref()

  return {
    publishEvent: (applicationId, event) => due.add(applicationId, kindsOfEvent(event)),
    publishChange: (applicationId, kinds) => due.add(applicationId, kinds),
    receiveRemote(changes) {
      for (const [id, kinds] of changes) others.add(id, kinds)
    },
    invalidateAll() {
      isInvalidated = true
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    position,
    since(id) {
      const [from, at] = id.split('-')
      const oldest = kept[0]?.at ?? sequence + 1
      const isKnown = from === epoch && Number(at) >= oldest - 1 && Number(at) <= sequence
      if (!isKnown) return { id: position(), changes: undefined }
      const merged = collectChanges()
      for (const { changes } of kept.filter((each) => each.at > Number(at))) {
        for (const [applicationId, kinds] of changes) merged.add(applicationId, kinds)
      }
      return { id: position(), changes: merged.take() }
    },
    close() {
      clearInterval(ticking)
      for (const listener of listeners) listener.onClose()
    },
  }
}

function kindsOfEvent(event: EventName): readonly LiveKind[] {
  if (event === 'user_registration') return ['activity', 'stats', 'user', 'license']
  if (event === 'user_login') return ['activity', 'stats', 'user']
  if (event === 'session_start' || event === 'session_end') return ['activity', 'stats', 'session']
  return ['activity', 'stats']
}

/** Changes by application, each kind once, however often it happened. */
interface LiveChanges {
  add(applicationId: number, kinds: readonly LiveKind[]): void
  /** Everything since the last time. */
  take(): LiveChange[]
}

function collectChanges(): LiveChanges {
  let changes = new Map<number, number>()
  return {
    add(applicationId, kinds) {
      changes.set(applicationId, (changes.get(applicationId) ?? 0) | maskOf(kinds))
    },
    take() {
      const taken = [...changes].map(([id, mask]): LiveChange => [id, kindsOf(mask)])
      changes = new Map()
      return taken
    },
  }
}

/** A kind is a bit: this runs at every login, and travels between servers. */
export function maskOf(kinds: readonly LiveKind[]): number {
  let mask = 0
  for (const kind of kinds) mask |= 1 << liveKinds.indexOf(kind)
  return mask
}

export function kindsOf(mask: number): LiveKind[] {
  return liveKinds.filter((_, bit) => (mask & (1 << bit)) !== 0)
}
