import type { Clock } from '../../lib/clock.ts'
import type { BackoffLimit, WindowLimit } from '../../lib/limits/limit.ts'
import { limitTable, scaledLimit } from '../../lib/limits/limit-table.ts'
import { createIdLimiter } from './id-limiter.ts'
import type { PersistentRateLimits } from './persistent-rate-limits.ts'
import { createBackoff, createLimiter, type Limiter } from './rate-limit.ts'

type Table = typeof limitTable
type NameOf<Kind> = { [K in keyof Table]: Table[K] extends Kind ? K : never }[keyof Table]

/** Creates limiters from the limit table. There is no other way to create one, so no number stands elsewhere. */
export interface Limiters {
  window<Key extends string | number = string>(name: NameOf<{ windowMs: number }>): Limiter<Key>
  /** A window by ids of rows, for what every request counts. */
  idWindow(name: NameOf<{ windowMs: number }>): Pick<Limiter<number>, 'take'>
  backoff(name: NameOf<{ free: number }>): Omit<Limiter, 'take'>
  /** How many may run concurrently. */
  atOnce(name: NameOf<{ atOnce: number }>): number
}

/**
 * `RATE_LIMIT_SCALE` multiplies the limits, unless they are fixed; each allows at least one. `onUsedUp` is told of each
 * check that found a limit used up.
 */
export function openLimiters(
  clock: Clock,
  scale: number,
  persistent: PersistentRateLimits,
  onUsedUp: (name: string) => void = () => {},
): Limiters {
  const scaled = (limit: number) => scaledLimit(limit, scale)
  return {
    window<Key extends string | number>(name: NameOf<{ windowMs: number }>) {
      const { limit, windowMs, persistedAs, isFixed }: WindowLimit = limitTable[name]
      const options = { limit: isFixed ? limit : scaled(limit), windowMs, clock }
      // Persistent limits have text keys only.
      const limiter =
        persistedAs === undefined
          ? createLimiter<Key>(options)
          : (persistent.window(persistedAs, options) as Limiter<Key>)
      return {
        ...watched<Key>(limiter, name, onUsedUp),
        take: (key: Key) => noticed(limiter.take(key), name, onUsedUp),
      }
    },
    idWindow(name) {
      const { limit, windowMs, isFixed }: WindowLimit = limitTable[name]
      const { take } = createIdLimiter({ limit: isFixed ? limit : scaled(limit), windowMs, clock })
      return { take: (id) => noticed(take(id), name, onUsedUp) }
    },
    backoff(name) {
      const { free, maxWaitMs, maxPerDay, persistedAs }: BackoffLimit = limitTable[name]
      const options = { free: scaled(free), maxWaitMs, maxPerDay: scaled(maxPerDay), clock }
      const backoff = persistedAs === undefined ? createBackoff(options) : persistent.backoff(persistedAs, options)
      return watched(backoff, name, onUsedUp)
    },
    atOnce: (name) => scaled(limitTable[name].atOnce),
  }
}

type OnUsedUp = (name: string) => void

function watched<Key extends string | number>(
  limiter: Omit<Limiter<Key>, 'take'>,
  name: string,
  onUsedUp: OnUsedUp,
): Omit<Limiter<Key>, 'take'> {
  return { ...limiter, retryAfterMs: (key) => noticed(limiter.retryAfterMs(key), name, onUsedUp) }
}

function noticed(waitMs: number, name: string, onUsedUp: OnUsedUp): number {
  if (waitMs > 0) onUsedUp(name)
  return waitMs
}
