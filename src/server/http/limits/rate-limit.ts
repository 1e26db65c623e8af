import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../problem.ts'
import { createReservedSlots, type ReservedSlots } from './reserved-slots.ts'

/** The count of one key. */
export interface Count {
  count: number
  firstAtMs: number
  lastAtMs: number
}

/** Where a limiter keeps its counts, with callbacks for persistence. */
export interface CountMemory<Key = string> {
  readonly counts: Map<Key, Count>
  /** Reservations in progress. In this process only: requests lost in a crash never got a response. */
  readonly reserved: ReservedSlots<Key>
  readonly onCount?: (key: Key) => void
  readonly onReset?: (key: Key) => void
}

export interface LimiterOptions<Key = string> {
  /** Allowed count per window. */
  readonly limit: number
  readonly windowMs: number
  /** Bounds memory: beyond this many keys the oldest window is evicted. */
  readonly maxKeys?: number
  readonly clock: Clock
  /** By default the counts live in this process and are lost on restart. */
  readonly memory?: CountMemory<Key>
}

/** A reservation in a limit for a request in progress: commit or release it once; later calls do nothing. */
export interface Reservation {
  /** The request is one to limit (a failure, for example): count it. */
  commit(): void
  /** It is not: free the slot. */
  release(): void
}

/** A rate limiter with one fixed window per key, which begins with the first count. */
export interface Limiter<Key extends string | number = string> {
  /** 0 while below the limit, else the ms until the window ends. Ignores reservations. */
  retryAfterMs(key: Key): number
  count(key: Key): void
  /**
   * Reserves a slot before anything is awaited, so that concurrent requests can't all pass the check before one is
   * counted. Undefined when there is none: wait for `retryAfterMs`, or if that is 0, until a request in progress
   * commits or releases.
   */
  reserve(key: Key): Reservation | undefined
  /** Counts and checks in one step; 0 if within the limit. */
  take(key: Key): number
  reset(key: Key): void
}

const defaultMaxKeys = 100_000

export function createLimiter<Key extends string | number = string>(options: LimiterOptions<Key>): Limiter<Key> {
  const { limit, windowMs, clock, maxKeys = defaultMaxKeys } = options
  const { counts, reserved, onCount, onReset } = options.memory ?? ownMemory<Key>()

  /** The key's current window. If it begins in the future (the clock was set back), it begins now. */
  const running = (key: Key, now: number): Count | undefined => {
    const known = counts.get(key)
    if (!known) return undefined
    if (known.firstAtMs > now) known.firstAtMs = now
    return now < known.firstAtMs + windowMs ? known : undefined
  }

  /**
   * Counts in the current or a new window. New windows go to the end of the map, so the first key is always the oldest.
   */
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
      if (settled + reserved.of(key) >= limit) return undefined
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
  /** Failures without a wait. */
  readonly free: number
  readonly maxWaitMs: number
  /** Maximum of failures in 24 hours. */
  readonly maxPerDay: number
  readonly maxKeys?: number
  readonly clock: Clock
  /** By default the counts live in this process and are lost on restart. */
  readonly memory?: CountMemory
}

/** How long a backoff remembers failures. */
export const backoffMs = 24 * 60 * 60 * 1000

/**
 * Exponential backoff: after some free failures each further one doubles the wait: 1, 2, 4 … seconds. A success resets
 * it. Beyond the free failures there is one slot at a time: the next wait is known only when the attempt before has
 * ended.
 */
export function createBackoff(options: BackoffOptions): Omit<Limiter, 'take'> {
  const { free, maxWaitMs, maxPerDay, clock, maxKeys = defaultMaxKeys } = options
  const { counts, reserved, onCount, onReset } = options.memory ?? ownMemory<string>()
  /** The key's failures of the last day. Times in the future (the clock was set back) move to now. */
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
      const underWay = reserved.of(key)
      if (underWay > 0 && (known?.count ?? 0) + underWay >= Math.min(free, maxPerDay)) return undefined
      return reservation(reserved, key, () => count(key))
    },
    reset(key) {
      if (counts.delete(key)) onReset?.(key)
    },
  }
}

function reservation<Key>(reserved: ReservedSlots<Key>, key: Key, count: () => void): Reservation {
  reserved.add(key)
  let isSettled = false
  const closeOnce = () => {
    if (isSettled) return false
    isSettled = true
    reserved.release(key)
    return true
  }
  return {
    commit() {
      if (closeOnce()) count()
    },
    release: closeOnce,
  }
}

/** Rejects a dashboard request that has to wait; 0 lets it pass. */
export function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw refusedFor(waitMs)
}

/** A 429 with `Retry-After`. */
export const refusedFor = (waitMs: number) =>
  new Problem('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

const ownMemory = <Key>(): CountMemory<Key> => ({ counts: new Map(), reserved: createReservedSlots() })

function forgetOldest(counts: Map<unknown, Count>): void {
  const oldest = counts.keys().next()
  if (!oldest.done) counts.delete(oldest.value)
}
