import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveChange } from '../../shared/live.ts'
import { pageAccount } from '../session/page-account.ts'
import { clearSessionExpired, reportSessionExpired, sessionExpiry } from '../session/session-expiry.ts'
import { isLoggedOut } from '../session/sign-in-flags.ts'
import { apiOrNull } from './client.ts'
import { createRefetcher } from './live-refetcher.ts'
import { requestVersionCheck } from './new-version-event.ts'
import { requestTarget } from './request-target.ts'

/**
 * Keeps what is shown of an application up to date: the server tells what changed, the page asks for it again. Where
 * no stream comes through, the page works without. `useLive(application.id)`; without an id all applications count.
 */
export function useLiveUpdates(applicationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresher = createRefetcher(client)
    const stop = listenLive((changes) => {
      if (!changes) return refresher.everything()
      for (const [id, kinds] of changes) {
        if (applicationId === undefined || id === applicationId) refresher.changed(id, kinds)
      }
    })
    return () => {
      stop()
      refresher.stop()
    }
  }, [client, applicationId])
}

/** What the server told; without changes anything may have changed. */
interface LiveMessage {
  /** Where the stream stands: who takes it over goes on from here. */
  readonly id: string
  readonly changes: readonly LiveChange[] | undefined
}

/** What the tab that holds the stream tells the others. */
type TabMessage = LiveMessage | 'session over' | 'session back'

type LiveListener = (changes: readonly LiveChange[] | undefined) => void

const channelName = 'keywright-live'
/** A page that gives way to another one keeps the stream for it. */
const keepOpenMs = 3_000
/** The browser tries again by itself unless the server refused, after a sign-out for instance. */
const retryMs = 10_000

const listeners = new Set<LiveListener>()
let running: AbortController | undefined
let closeTimer: ReturnType<typeof setTimeout> | undefined
let lastId: string | undefined

/**
 * Hears every message of the live stream. A browser allows six connections to one server, so one tab holds the stream
 * for all of them and another takes it over when that tab goes. Returns how to stop.
 */
function listenLive(listener: LiveListener): () => void {
  listeners.add(listener)
  clearTimeout(closeTimer)
  running ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(closeTimer)
    closeTimer = setTimeout(() => {
      running?.abort()
      running = undefined
    }, keepOpenMs)
  }
}

function start(): AbortController {
  const stop = new AbortController()
  const others = new BroadcastChannel(channelName)
  others.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data)
  stop.signal.addEventListener('abort', () => others.close())
  const leadTab = () =>
    holdEventStream(stop.signal, (news) => {
      others.postMessage(news)
      receive(news)
    })
  // Plain http on another host has no locks: there each tab has a stream of its own.
  const locks: LockManager | undefined = navigator.locks
  const lockHeld = locks ? locks.request(channelName, { signal: stop.signal }, leadTab) : leadTab()
  // Giving up while waiting for the lock is no failure.
  lockHeld.catch(() => {})
  return stop
}

function receive(news: TabMessage): void {
  if (news === 'session over') reportSessionExpired()
  else if (news === 'session back') clearSessionExpired()
  else {
    lastId = news.id
    for (const listener of listeners) listener(news.changes)
  }
}

/** Holds the stream until the signal. */
function holdEventStream(signal: AbortSignal, broadcast: (news: TabMessage) => void): Promise<void> {
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
      stream = new EventSource(streamUrl())
      stream.addEventListener('changed', ({ data, lastEventId }) =>
        broadcast({ id: lastEventId, changes: parseChanges(data) }),
      )
      stream.addEventListener('refetch', ({ lastEventId }) => broadcast({ id: lastEventId, changes: undefined }))
      stream.onopen = () => {
        // A stream that was cut may lead to a newer server: the page looks whether it is old.
        if (wasOpen) requestVersionCheck()
        if (isOver) broadcast('session back')
        wasOpen = true
        isOver = false
      }
      stream.onerror = () => {
        // After a sign-out the browser would ask again and be refused.
        if (isLoggedOut()) return stream?.close()
        if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs)
        void checkSession()
      }
    }
    /** A stream ends with its session: what is open learns it now, not at its next call. */
    const checkSession = async () => {
      if (isOver || (await hasSession())) return
      isOver = true
      broadcast('session over')
    }
    const stopWatching = sessionExpiry.subscribe(() => {
      if (isOver && !sessionExpiry.get()) open()
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

function streamUrl(): string {
  const parts = { after: lastId, account: pageAccount.get() }
  return requestTarget('GET /api/events', { query: parts }).path
}

/** Without an answer nothing is known. */
async function hasSession(): Promise<boolean> {
  return (await apiOrNull('GET /api/auth/user').catch(() => undefined)) !== null
}

function parseChanges(data: unknown): readonly LiveChange[] | undefined {
  try {
    return (JSON.parse(String(data)) as { changes: readonly LiveChange[] }).changes
  } catch {
    return undefined
  }
}
