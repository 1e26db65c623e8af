import { expect, it } from 'vitest'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { openLimiters } from './limiters.ts'
import type { PersistentRateLimits } from './persistent-rate-limits.ts'

/** These limits are kept in memory. */
const notPersistent = {} as PersistentRateLimits

it('RATE_LIMIT_SCALE multiplies limits, but not the failures after which a browser forgets a password', () => {
  const limiters = openLimiters(new ManualClock(), 2, notPersistent)
  const allowed = (name: 'setups' | 'rememberStrikes') => {
    const limiter = limiters.window(name)
    let taken = 0
    while (limiter.take('key') === 0) taken += 1
    return taken
  }
  expect([allowed('setups'), allowed('rememberStrikes')]).toEqual([20, 5])
})
