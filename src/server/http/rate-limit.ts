import type { Clock } from '../lib/clock.ts'
import { Problem } from './problem.ts'

/** What was counted for one key. */
export interface Count {
  count: number
  firstAtMs: number
  lastAtMs: number
}

/** Where a limiter keeps its counts, and who is told of each change so as to keep them beyond this process. */
export interface CountMemory<Key = string> {
  readonly counts: Map<Key, Count>
  readonly onCount?: (key: Key) => void
  readonly onReset?: (key: Key) => void
}

export interface LimiterOptions<Key = string> {
  /** How many are free within one window. */
  readonly limit: number
  readonly windowMs: number
  /** Memory is bounded: beyond this many keys the oldest window is forgotten. */
  readonly maxKeys?: number
  readonly clock: Clock
  /** Unless given, the counts are this process's own and begin anew with it. */
  readonly memory?: CountMemory<Key>
}

/** Counts per key within a window that begins with the key's first count. */
export interface Limiter<Key extends string | number = string> {
  /** 0 while another call is free, else how long until the window ends. */
  retryAfterMs(key: Key): number
  count(key: Key): void
  /** Counts and tells in one step: 0 if this call was within the limit. */
  take(key: Key): number
  reset(key: Key): void
}

const defaultMaxKeys = 100_000

export function createLimiter<Key extends string | number = string>(options: LimiterOptions<Key>): Limiter<Key> {
  const { limit, windowMs, clock, maxKeys = defaultMaxKeys } = options
  const { counts, onCount, onReset } = options.memory ?? ownMemory<Key>()

  /** The key's window while it lasts; one that began later than now (the clock went back) begins now. */
  const running = (key: Key, now: number): Count | undefined => {
    const known = counts.get(key)
    if (!known) return undefined
    if (known.firstAtMs > now) known.firstAtMs = now
    return now < known.firstAtMs + windowMs ? known : undefined
  }

  /** Counts in that or in a new window, which goes to the end of the map: the first key is always the oldest window. */
  const counted = (key: Key, now: number): Count => {
    let window = running(key, now)
    if (!window) {
      counts.delete(key)
      window = { count: 0, firstAtMs: now, lastAtMs: now }
      counts.set(key, window)
      if (counts.size > maxKeys) forgetOldest(counts)
    }
    window.count += 1
    onCount?.(key)
    return window
  }

  return {
    retryAfterMs(key) {
      const now = clock.nowMs()
      const window = running(key, now)
      return window && window.count >= limit ? window.firstAtMs + windowMs - now : 0
    },
    count(key) {
      counted(key, clock.nowMs())
    },
    take(key) {
      const now = clock.nowMs()
      const window = counted(key, now)
      return window.count <= limit ? 0 : window.firstAtMs + windowMs - now
    },
    reset(key) {
      if (counts.delete(key)) onReset?.(key)
    },
  }
}

export interface BackoffOptions {
  /** Failures that cost nothing. */
  readonly free: number
  readonly maxWaitMs: number
  /** At most this many failures in 24 hours. */
  readonly maxPerDay: number
  readonly maxKeys?: number
  readonly clock: Clock
  /** Unless given, the counts are this process's own and begin anew with it. */
  readonly memory?: CountMemory
}

/** How long a backoff remembers a failure. */
export const backoffMs = 24 * 60 * 60 * 1000

/** After some free failures each further one doubles the wait: 1, 2, 4 … seconds. A success forgets them. */
export function createBackoff(options: BackoffOptions): Omit<Limiter, 'take'> {
  const { free, maxWaitMs, maxPerDay, clock, maxKeys = defaultMaxKeys } = options
  const { counts, onCount, onReset } = options.memory ?? ownMemory<string>()
  /** The key's failures of the last day; what lies ahead (the clock went back) is moved to now. */
  const alive = (key: string, now: number): Count | undefined => {
    const known = counts.get(key)
    if (!known) return undefined
    const aheadMs = Math.max(0, known.lastAtMs - now)
    known.firstAtMs -= aheadMs
    known.lastAtMs -= aheadMs
    return now - known.firstAtMs < backoffMs ? known : undefined
  }
  return {
    retryAfterMs(key) {
      const now = clock.nowMs()
      const known = alive(key, now)
      if (!known || known.count < free) return 0
      if (known.count >= maxPerDay) return known.firstAtMs + backoffMs - now
      const waitMs = Math.min(1000 * 2 ** (known.count - free), maxWaitMs)
      return Math.max(0, known.lastAtMs + waitMs - now)
    },
    count(key) {
      const now = clock.nowMs()
      const known = alive(key, now) ?? { count: 0, firstAtMs: now, lastAtMs: now }
      counts.delete(key)
      counts.set(key, { ...known, count: known.count + 1, lastAtMs: now })
      if (counts.size > maxKeys) forgetOldest(counts)
      onCount?.(key)
    },
    reset(key) {
      if (counts.delete(key)) onReset?.(key)
    },
  }
}

/** Refuses a call of the dashboard that a limit makes wait; 0 lets it pass. */
export function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw new Problem('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

const ownMemory = <Key>(): CountMemory<Key> => ({ counts: new Map() })

function forgetOldest(counts: Map<unknown, Count>): void {
  const oldest = counts.keys().next()
  if (!oldest.done) counts.delete(oldest.value)
}
