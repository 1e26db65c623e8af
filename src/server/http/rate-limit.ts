import type { Clock } from '../lib/clock.ts'

export interface LimiterOptions {
  /** How many are free within one window. */
  readonly limit: number
  readonly windowMs: number
  /** Memory is bounded: beyond this many keys the oldest window is forgotten. */
  readonly maxKeys?: number
  readonly clock: Clock
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

interface Window {
  endsAtMs: number
  count: number
}

const defaultMaxKeys = 100_000

export function createLimiter<Key extends string | number = string>(options: LimiterOptions): Limiter<Key> {
  const { limit, windowMs, clock, maxKeys = defaultMaxKeys } = options
  const windows = new Map<Key, Window>()

  /** The key's window while it lasts; one that would end later than it can (the clock went back) is brought back too. */
  const running = (key: Key, now: number): Window | undefined => {
    const known = windows.get(key)
    if (!known) return undefined
    known.endsAtMs = Math.min(known.endsAtMs, now + windowMs)
    return now < known.endsAtMs ? known : undefined
  }

  /** That or a new window, which goes to the end of the map, so the first key is always the oldest window. */
  const current = (key: Key): Window => {
    const now = clock.nowMs()
    const known = running(key, now)
    if (known) return known
    windows.delete(key)
    const fresh = { endsAtMs: now + windowMs, count: 0 }
    windows.set(key, fresh)
    if (windows.size > maxKeys) forgetOldest(windows)
    return fresh
  }

  return {
    retryAfterMs(key) {
      const now = clock.nowMs()
      const window = running(key, now)
      return window && window.count >= limit ? window.endsAtMs - now : 0
    },
    count(key) {
      current(key).count += 1
    },
    take(key) {
      const window = current(key)
      window.count += 1
      return window.count <= limit ? 0 : window.endsAtMs - clock.nowMs()
    },
    reset(key) {
      windows.delete(key)
    },
  }
}

function forgetOldest(windows: Map<unknown, Window>): void {
  const oldest = windows.keys().next()
  if (!oldest.done) windows.delete(oldest.value)
}

export interface BackoffOptions {
  /** Failures that cost nothing. */
  readonly free: number
  readonly maxWaitMs: number
  /** At most this many failures in 24 hours. */
  readonly maxPerDay: number
  readonly maxKeys?: number
  readonly clock: Clock
}

interface Failures {
  count: number
  firstAtMs: number
  lastAtMs: number
}

const dayMs = 24 * 60 * 60 * 1000

/** After some free failures each further one doubles the wait: 1, 2, 4 … seconds. A success forgets them. */
export function createBackoff(options: BackoffOptions): Pick<Limiter, 'retryAfterMs' | 'count' | 'reset'> {
  const { free, maxWaitMs, maxPerDay, clock, maxKeys = defaultMaxKeys } = options
  const failures = new Map<string, Failures>()
  /** The key's failures of the last day; what lies ahead (the clock went back) is moved to now. */
  const alive = (key: string, now: number): Failures | undefined => {
    const known = failures.get(key)
    if (!known) return undefined
    const aheadMs = Math.max(0, known.lastAtMs - now)
    known.firstAtMs -= aheadMs
    known.lastAtMs -= aheadMs
    return now - known.firstAtMs < dayMs ? known : undefined
  }
  return {
    retryAfterMs(key) {
      const now = clock.nowMs()
      const known = alive(key, now)
      if (!known || known.count < free) return 0
      if (known.count >= maxPerDay) return known.firstAtMs + dayMs - now
      const waitMs = Math.min(1000 * 2 ** (known.count - free), maxWaitMs)
      return Math.max(0, known.lastAtMs + waitMs - now)
    },
    count(key) {
      const now = clock.nowMs()
      const known = alive(key, now) ?? { count: 0, firstAtMs: now, lastAtMs: now }
      failures.delete(key)
      failures.set(key, { ...known, count: known.count + 1, lastAtMs: now })
      if (failures.size > maxKeys) {
        const oldest = failures.keys().next()
        if (!oldest.done) failures.delete(oldest.value)
      }
    },
    reset(key) {
      failures.delete(key)
    },
  }
}
