import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../problem.ts'

/** What was counted for one key. */
export interface Count {
  count: number
  firstAtMs: number
  lastAtMs: number
}

/** Where a limiter keeps its counts, and who is told of each change so as to keep them beyond this process. */
export interface CountMemory<Key = string> {
  readonly counts: Map<Key, Count>
  /** How many calls under way may yet count. Of this process alone: whoever dies with it never got an answer. */
  readonly reserved: Map<Key, number>
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

/** A place in a limit for a call under way. It is settled once; what is said after that changes nothing. */
export interface Reservation {
  /** The call was what the limit is against: it counts. */
  commit(): void
  /** It was not: the place is free again. */
  release(): void
}

/** Counts per key within a window that begins with the key's first count. */
export interface Limiter<Key extends string | number = string> {
  /** 0 while another call is free, else how long until the window ends. Knows of what was counted, not of places taken. */
  retryAfterMs(key: Key): number
  count(key: Key): void
  /**
   * Takes a place at once, so that calls sent together cannot all look before one is counted: taken before anything is
   * awaited, settled by the outcome. Undefined when there is none: for `retryAfterMs`, or where that is 0 until one of
   * the calls under way is settled.
   */
  reserve(key: Key): Reservation | undefined
  /** Counts and tells in one step: 0 if this call was within the limit. */
  take(key: Key): number
  reset(key: Key): void
}

const defaultMaxKeys = 100_000

export function createLimiter<Key extends string | number = string>(options: LimiterOptions<Key>): Limiter<Key> {
  const { limit, windowMs, clock, maxKeys = defaultMaxKeys } = options
  const { counts, reserved, onCount, onReset } = options.memory ?? ownMemory<Key>()

  /** The key's window while it lasts; one that began later than now (the clock went back) begins now. */
  const running = (key: Key, now: number): Count | undefined => {
    const known = counts.get(key)
    if (!known) return undefined
    if (known.firstAtMs > now) known.firstAtMs = now
    return now < known.firstAtMs + windowMs ? known : undefined
  }

  /** Counts in that or in a new window, which goes to the end of the map: the first key is always the oldest window. */
  const countOne = (key: Key, now: number): Count => {
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
      countOne(key, clock.nowMs())
    },
    reserve(key) {
      const settled = running(key, clock.nowMs())?.count ?? 0
      if (settled + (reserved.get(key) ?? 0) >= limit) return undefined
      return reservation(reserved, key, () => countOne(key, clock.nowMs()))
    },
    take(key) {
      const now = clock.nowMs()
      const window = countOne(key, now)
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

/**
 * After some free failures each further one doubles the wait: 1, 2, 4 … seconds. A success forgets them. Beyond the free
 * ones there is one place at a time: how long the next has to wait is known when the one before is settled.
 */
export function createBackoff(options: BackoffOptions): Omit<Limiter, 'take'> {
  const { free, maxWaitMs, maxPerDay, clock, maxKeys = defaultMaxKeys } = options
  const { counts, reserved, onCount, onReset } = options.memory ?? ownMemory<string>()
  /** The key's failures of the last day; what lies ahead (the clock went back) is moved to now. */
  const alive = (key: string, now: number): Count | undefined => {
    const known = counts.get(key)
    if (!known) return undefined
    const aheadMs = Math.max(0, known.lastAtMs - now)
    known.firstAtMs -= aheadMs
    known.lastAtMs -= aheadMs
    return now - known.firstAtMs < backoffMs ? known : undefined
  }
  const waitMs = (known: Count | undefined, now: number): number => {
    if (!known || known.count < free) return 0
    if (known.count >= maxPerDay) return known.firstAtMs + backoffMs - now
    return Math.max(0, known.lastAtMs + Math.min(1000 * 2 ** (known.count - free), maxWaitMs) - now)
  }

  const count = (key: string) => {
    const now = clock.nowMs()
    const known = alive(key, now) ?? { count: 0, firstAtMs: now, lastAtMs: now }
    counts.delete(key)
    counts.set(key, { ...known, count: known.count + 1, lastAtMs: now })
    if (counts.size > maxKeys) forgetOldest(counts)
    onCount?.(key)
  }

  return {
    retryAfterMs(key) {
      const now = clock.nowMs()
      return waitMs(alive(key, now), now)
    },
    count,
    reserve(key) {
      const now = clock.nowMs()
      const known = alive(key, now)
      if (waitMs(known, now) > 0) return undefined
      const underWay = reserved.get(key) ?? 0
      if (underWay > 0 && (known?.count ?? 0) + underWay >= Math.min(free, maxPerDay)) return undefined
      return reservation(reserved, key, () => count(key))
    },
    reset(key) {
      if (counts.delete(key)) onReset?.(key)
    },
  }
}

function reservation<Key>(reserved: Map<Key, number>, key: Key, count: () => void): Reservation {
  reserved.set(key, (reserved.get(key) ?? 0) + 1)
  let isSettled = false
  const closeOnce = () => {
    if (isSettled) return false
    isSettled = true
    const left = (reserved.get(key) ?? 0) - 1
    if (left > 0) reserved.set(key, left)
    else reserved.delete(key)
    return true
  }
  return {
    commit() {
      if (closeOnce()) count()
    },
    release: closeOnce,
  }
}

/** Refuses a call of the dashboard that a limit makes wait; 0 lets it pass. */
export function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw refusedFor(waitMs)
}

/** The refusal that tells how long to wait. */
export const refusedFor = (waitMs: number) =>
  new Problem('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

const ownMemory = <Key>(): CountMemory<Key> => ({ counts: new Map(), reserved: new Map() })

function forgetOldest(counts: Map<unknown, Count>): void {
  const oldest = counts.keys().next()
  if (!oldest.done) counts.delete(oldest.value)
}
