import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DiskLevel, LiveChange } from '../../shared/live.ts'
import { pageAccount } from '../session/page-account.ts'
import { clearSessionExpired, reportSessionExpired, sessionExpiry } from '../session/session-expiry.ts'
import { isLoggedOut } from '../session/sign-in-flags.ts'
import { apiOrNull } from './client.ts'
import { createRefetcher } from './live-refetcher.ts'
import { requestVersionCheck } from './new-version-event.ts'
import { requestTarget } from './request-target.ts'
import { serverDisk } from './server-disk.ts'

/**
 * Keeps the queries of an application up to date: the server says what changed, the page refetches it. Without a stream
 * the page works without live updates. Without an ID, all applications count.
 * `useLiveUpdates(application.id)`
 */
export function useLiveUpdates(applicationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresher = createRefetcher(client)
    const stop = listenLive((changes) => {
      if (!changes) return refresher.refetchAll()
      for (const [id, kinds] of changes) {
        if (applicationId === undefined || id === applicationId) refresher.changed(id, kinds)
        else refresher.changedElsewhere(id, kinds)
      }
    })
    return () => {
      stop()
      refresher.stop()
    }
  }, [client, applicationId])
}

/** What changed; without `changes`, anything may have. */
interface LiveMessage {
  /** Last event ID, for resuming. */
  readonly id: string
  readonly changes: readonly LiveChange[] | undefined
}

/** Message from the tab that holds the stream to the other tabs; 'signed in' is sent by any tab to it. */
type TabMessage = LiveMessage | DiskMessage | 'session over' | 'session back' | 'signed in' | 'new tab'

/** Room on the server's disk, which the tab with the stream tells also to a tab that is opened later. */
interface DiskMessage {
  readonly disk: DiskLevel
}

type LiveListener = (changes: readonly LiveChange[] | undefined) => void

const channelName = 'keywright-live'
/** Keeps the stream open from one page to the next. */
const keepOpenMs = 3_000
/** The browser reconnects by itself, except after an error response, such as after a sign-out. */
const retryMs = 10_000

const listeners = new Set<LiveListener>()
/** What was told from one page to the next, while nobody listened. */
const unheard: LiveMessage['changes'][] = []
let running: AbortController | undefined
let closeTimer: ReturnType<typeof setTimeout> | undefined
let lastId: string | undefined
/** Where this tab holds the stream: opens it again if its session had ended. */
let reopenStream: (() => void) | undefined

/**
 * Calls `listener` for every message of the live stream. A browser allows six connections to one server, so one tab
 * holds the stream and shares it; when that tab closes, another takes over. Returns unsubscribe.
 */
export function listenLive(listener: LiveListener): () => void {
  listeners.add(listener)
  for (const changes of unheard.splice(0)) listener(changes)
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
  others.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'new tab') receive(data)
    else if (reopenStream !== undefined) others.postMessage({ disk: serverDisk.get() })
  }
  others.postMessage('new tab')
  // Whichever tab the sign-in was in: the one that holds the stream would try again only after `retryMs`.
  const stopWatching = sessionExpiry.subscribe(() => {
    if (sessionExpiry.get()) return
    reopenStream?.()
    others.postMessage('signed in')
  })
  stop.signal.addEventListener('abort', () => {
    stopWatching()
    others.close()
  })
  const leadTab = () =>
    holdEventStream(stop.signal, (news) => {
      others.postMessage(news)
      receive(news)
    })
  // Plain HTTP on another host has no Web Locks: each tab opens its own stream.
  const locks: LockManager | undefined = navigator.locks
  const lockHeld = locks ? locks.request(channelName, { signal: stop.signal }, leadTab) : leadTab()
  // Aborting a pending lock request is expected.
  lockHeld.catch(() => {})
  return stop
}

function receive(news: Exclude<TabMessage, 'new tab'>): void {
  if (news === 'session over') reportSessionExpired()
  else if (news === 'session back') clearSessionExpired()
  else if (news === 'signed in') reopenStream?.()
  else if ('disk' in news) serverDisk.set(news.disk)
  else {
    lastId = news.id
    if (listeners.size === 0) unheard.push(news.changes)
    for (const listener of listeners) listener(news.changes)
  }
}

/** Holds the stream until the signal aborts. */
function holdEventStream(
  signal: AbortSignal,
  broadcast: (news: Exclude<TabMessage, 'new tab'>) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let stream: EventSource | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let wasOpen = false
    let isOver = false
    const open = () => {
      clearTimeout(retry)
      // After a sign-out, the tab that closes may pass the stream to one that is about to close too.
      if (isLoggedOut()) return
      stream?.close()
      stream = new EventSource(streamUrl())
      stream.addEventListener('changed', ({ data, lastEventId }) =>
        broadcast({ id: lastEventId, changes: parseChanges(data) }),
      )
      stream.addEventListener('refetch', ({ lastEventId }) => broadcast({ id: lastEventId, changes: undefined }))
      stream.addEventListener('disk', ({ data }) => broadcast({ disk: JSON.parse(String(data)) as DiskLevel }))
      stream.onopen = () => {
        // The server tells it again, unless there is room.
        broadcast({ disk: 'ok' })
        // After a reconnect the server may be newer: check the page's version.
        if (wasOpen) requestVersionCheck()
        wasOpen = true
        if (!isOver) return
        isOver = false
        broadcast('session back')
      }
      stream.onerror = () => {
        // After a sign-out a reconnect would be refused.
        if (isLoggedOut()) return stream?.close()
        if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs)
        void checkSession()
      }
    }
    /** The stream ends with its session: open pages learn it now, not with their next request. */
    const checkSession = async () => {
      if (isOver || (await hasSession())) return
      isOver = true
      broadcast('session over')
    }
    reopenStream = () => {
      if (isOver) open()
    }
    open()
    signal.addEventListener('abort', () => {
      reopenStream = undefined
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

/** No response, so nothing is known. */
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
