import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventName } from '../../shared/events.ts'
import { type LiveChange, type LiveKind, liveKinds } from '../../shared/live.ts'

/** A message to the listeners, at most four per second. */
export interface LiveMessage {
  /** Position of this message. A client that reconnects with it gets what came after. */
  readonly id: string
  /** undefined: anything may have changed, reload everything. */
  readonly changes: readonly LiveChange[] | undefined
}

/** Notifies open dashboards which kinds of data of an application changed, never the data. */
export interface LiveBus {
  /** Call after the commit of an activity event. */
  publishEvent(applicationId: number, event: EventName): void
  /** Call after the commit of a change. */
  publishChange(applicationId: number, kinds: readonly LiveKind[]): void
  /** Changes received from another server. */
  receiveRemote(changes: readonly LiveChange[]): void
  /** Changes may have been missed: all clients reload everything. */
  invalidateAll(): void
  /** Calls the listener with each message. Returns the unsubscribe function. */
  listen(listener: LiveListener): () => void
  /** Position of the last message. */
  position(): string
  /** One message for everything after that position; when it is too old or unknown: reload everything. */
  since(id: string): LiveMessage
  /** Ends every stream, since an open one would delay the shutdown. */
  close(): void
}

interface LiveListener {
  onMessage(message: LiveMessage): void
  /** Called with this server's own changes only, to relay them to other servers. */
  onLocalChanges?(changes: readonly LiveChange[]): void
  onClose(): void
}

/** Changes are sent this long after the first of them, at least `betweenMs` after the last message. */
const collectMs = 50
/** Four messages a second at most. */
const betweenMs = 250
/** At least a minute of messages, so that a browser that lost its connection for a moment gets what it missed. */
const keptMessages = 240

export function openLiveBus(): LiveBus {
  const listeners = new Set<LiveListener>()
  // Marks the positions of this process: those of another one are meaningless here.
  const epoch = crypto.randomUUID().slice(0, 8)
  let sequence = 0
  let kept: { readonly at: number; readonly changes: readonly LiveChange[] }[] = []
  let isInvalidated = false
  let lastBroadcastMs = Number.NEGATIVE_INFINITY
  const due = collectChanges()
  const others = collectChanges()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  /** A change is published inside a call, of which what follows is no part: its reads end with its client. */
  const outsideCall = AsyncLocalStorage.snapshot()

  const position = () => `${epoch}-${sequence}`
  const broadcast = (changes: readonly LiveChange[] | undefined) => {
    lastBroadcastMs = performance.now()
    sequence += 1
    // Clients that missed an invalidation must reload everything too.
    kept = changes ? [...kept.slice(1 - keptMessages), { at: sequence, changes }] : []
    const message = { id: position(), changes }
    for (const listener of listeners) listener.onMessage(message)
  }

  /** A timer runs only while something is due. */
  const flushSoon = () => {
    if (timer || isClosed) return
    const restMs = lastBroadcastMs + betweenMs - performance.now()
    timer = outsideCall(() => setTimeout(flushDue, Math.max(collectMs, restMs)).unref())
  }
  const flushDue = () => {
    timer = undefined
    const own = due.take()
    if (own.length > 0) for (const listener of listeners) listener.onLocalChanges?.(own)
    for (const [id, kinds] of own) others.add(id, kinds)
    const changes = others.take()
    if (isInvalidated) broadcast(undefined)
    else if (changes.length > 0) broadcast(changes)
    isInvalidated = false
  }
  const publish = (applicationId: number, kinds: readonly LiveKind[]) => {
    due.add(applicationId, kinds)
    flushSoon()
  }

  return {
    publishEvent: (applicationId, event) => publish(applicationId, kindsOfEvent(event)),
    publishChange: publish,
    receiveRemote(changes) {
      for (const [id, kinds] of changes) others.add(id, kinds)
      flushSoon()
    },
    invalidateAll() {
      isInvalidated = true
      flushSoon()
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
      isClosed = true
      clearTimeout(timer)
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

/** Changed kinds by application, each once however often it changed. */
interface LiveChanges {
  add(applicationId: number, kinds: readonly LiveKind[]): void
  /** Everything since the last call. */
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

/** A bit mask, because this runs at every login and is sent between servers. */
export function maskOf(kinds: readonly LiveKind[]): number {
  let mask = 0
  for (const kind of kinds) mask |= 1 << liveKinds.indexOf(kind)
  return mask
}

export function kindsOf(mask: number): LiveKind[] {
  return liveKinds.filter((_, bit) => (mask & (1 << bit)) !== 0)
}
