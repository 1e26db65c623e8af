import type { Clock } from '../lib/clock.ts'
import type { BackoffLimit, WindowLimit } from '../lib/limits/limit.ts'
import { limitTable, scaledLimit } from '../lib/limits/limit-table.ts'
import type { LimitKeeper } from './limit-keeper.ts'
import { createBackoff, createLimiter, type Limiter } from './rate-limit.ts'

type Table = typeof limitTable
type NameOf<Kind> = { [K in keyof Table]: Table[K] extends Kind ? K : never }[keyof Table]

/** Makes the limiters of the table: there is no other way to one, so no number stands elsewhere. */
export interface Limiters {
  window<Key extends string | number = string>(name: NameOf<{ windowMs: number }>): Limiter<Key>
  backoff(name: NameOf<{ free: number }>): Omit<Limiter, 'take'>
  /** How many at the same moment. */
  atOnce(name: NameOf<{ atOnce: number }>): number
}

/** `RATE_LIMIT_SCALE` multiplies them, unless they are fixed; each lets at least one through. */
export function openLimiters(clock: Clock, scale: number, keeper: LimitKeeper): Limiters {
  const scaled = (limit: number) => scaledLimit(limit, scale)
  return {
    window<Key extends string | number>(name: NameOf<{ windowMs: number }>) {
      const { limit, windowMs, keptAs, isFixed }: WindowLimit = limitTable[name]
      const options = { limit: isFixed ? limit : scaled(limit), windowMs, clock }
      // What is kept has texts for keys: nobody asks for a number there.
      return keptAs === undefined ? createLimiter<Key>(options) : (keeper.window(keptAs, options) as Limiter<Key>)
    },
    backoff(name) {
      const { free, maxWaitMs, maxPerDay, keptAs }: BackoffLimit = limitTable[name]
      const options = { free: scaled(free), maxWaitMs, maxPerDay: scaled(maxPerDay), clock }
      return keptAs === undefined ? createBackoff(options) : keeper.backoff(keptAs, options)
    },
    atOnce: (name) => scaled(limitTable[name].atOnce),
  }
}
