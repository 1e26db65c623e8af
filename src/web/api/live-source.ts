import type { LiveChange } from '../../shared/live.ts'
import { expiry, reportSignedOut, settleExpiry } from '../session/expiry.ts'
import { isLoggedOut } from '../session/flags.ts'
import { pageAccount } from '../session/page-account.ts'
import { apiOrNull } from './client.ts'
import { lookForNewVersion } from './reconnected.ts'
import { requestTarget } from './request-target.ts'

/** What the server told; without changes anything may have changed. */
interface LiveMessage {
  /** Where the stream stands: who takes it over goes on from here. */
  readonly id: string
  readonly changes: readonly LiveChange[] | undefined
}

/** What the tab that holds the stream tells the others. */
type Told = LiveMessage | 'session over' | 'session back'

type LiveListener = (changes: readonly LiveChange[] | undefined) => void

const name = 'keywright-live'
/** A page that gives way to another one keeps the stream for it. */
const keptMs = 3_000
/** The browser tries again by itself unless the server refused, after a sign-out for instance. */
const retryMs = 10_000

const listeners = new Set<LiveListener>()
let running: AbortController | undefined
let ending: ReturnType<typeof setTimeout> | undefined
let lastId: string | undefined

/**
 * Hears every message of the live stream. A browser allows six connections to one server, so one tab holds the stream
 * for all of them and another takes it over when that tab goes. Returns how to stop.
 */
export function listenLive(listener: LiveListener): () => void {
  listeners.add(listener)
  clearTimeout(ending)
  running ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(ending)
    ending = setTimeout(() => {
      running?.abort()
      running = undefined
    }, keptMs)
  }
}

function start(): AbortController {
  const stop = new AbortController()
  const others = new BroadcastChannel(name)
  others.onmessage = ({ data }: MessageEvent<Told>) => told(data)
  stop.signal.addEventListener('abort', () => others.close())
  const lead = () =>
    holdStream(stop.signal, (news) => {
      others.postMessage(news)
      told(news)
    })
  // Plain http on another host has no locks: there each tab has a stream of its own.
  const locks: LockManager | undefined = navigator.locks
  const held = locks ? locks.request(name, { signal: stop.signal }, lead) : lead()
  // Giving up while waiting for the lock is no failure.
  held.catch(() => {})
  return stop
}

function told(news: Told): void {
  if (news === 'session over') reportSignedOut()
  else if (news === 'session back') settleExpiry()
  else {
    lastId = news.id
    for (const listener of listeners) listener(news.changes)
  }
}

/** Holds the stream until the signal. */
function holdStream(signal: AbortSignal, tell: (news: Told) => void): Promise<void> {
  return new Promise((resolve) => {
    let stream: EventSource | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let wasOpen = false
    let isOver = false
    const open = () => {
      clearTimeout(retry)
      // A tab that leaves after a sign-out hands the stream to one that is about to leave.
      if (isLoggedOut()) return
      stream?.close()
      stream = new EventSource(address())
      stream.addEventListener('changed', ({ data, lastEventId }) => tell({ id: lastEventId, changes: parse(data) }))
      stream.addEventListener('refetch', ({ lastEventId }) => tell({ id: lastEventId, changes: undefined }))
      stream.onopen = () => {
        // A stream that was cut may lead to a newer server: the page looks whether it is old.
        if (wasOpen) lookForNewVersion()
        if (isOver) tell('session back')
        wasOpen = true
        isOver = false
      }
      stream.onerror = () => {
        // After a sign-out the browser would ask again and be refused.
        if (isLoggedOut()) return stream?.close()
        if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs)
        void ask()
      }
    }
    /** A stream ends with its session: what is open learns it now, not at its next call. */
    const ask = async () => {
      if (isOver || (await hasSession())) return
      isOver = true
      tell('session over')
    }
    const stopWatching = expiry.subscribe(() => {
      if (isOver && !expiry.get()) open()
    })
    open()
    signal.addEventListener('abort', () => {
      stopWatching()
      clearTimeout(retry)
      stream?.close()
      resolve()
    })
  })
}

function address(): string {
  const parts = { after: lastId, account: pageAccount.get() }
  return requestTarget('GET /api/events', { query: parts }).path
}

/** Without an answer nothing is known. */
async function hasSession(): Promise<boolean> {
  return (await apiOrNull('GET /api/auth/user').catch(() => undefined)) !== null
}

function parse(data: unknown): readonly LiveChange[] | undefined {
  try {
    return (JSON.parse(String(data)) as { changes: readonly LiveChange[] }).changes
  } catch {
    return undefined
  }
}
