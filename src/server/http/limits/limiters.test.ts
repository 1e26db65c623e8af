import { expect, it } from 'vitest'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { openLimiters } from './limiters.ts'
import type { PersistentRateLimits } from './persistent-rate-limits.ts'
import { createLimiter } from './rate-limit.ts'

/** The limits alone, without a database. */
const inMemory = {
  window: (_name, options) => createLimiter(options),
} as Pick<PersistentRateLimits, 'window'> as PersistentRateLimits

it('RATE_LIMIT_SCALE multiplies limits, but not those that reject no request', () => {
  const limiters = openLimiters(new ManualClock(), 2, inMemory)
  const allowed = (name: 'setups' | 'rememberStrikes' | 'failedSignInLinesOfAddress' | 'failedSignInLines') => {
    const limiter = limiters.window(name)
    let taken = 0
    while (limiter.take('key') === 0) taken += 1
    return taken
  }
  expect([allowed('setups'), allowed('rememberStrikes')]).toEqual([20, 5])
  expect([allowed('failedSignInLinesOfAddress'), allowed('failedSignInLines')]).toEqual([20, 600])
})
