import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStreamLimit } from './stream-limit.ts'

const limits = { running: 2, waiting: 3, waitMs: 30_000 }
const alice = 1
const bob = 2

describe('the gate of long answers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function watched(gate = createStreamLimit(limits)) {
    const here = new AbortController()
    /** Frees its slot once it has one; `undefined` while it waits. */
    return (account: number, gone: AbortSignal = here.signal) => {
      const call: { leave?: () => void; error?: unknown } = {}
      gate.enter(account, gone).then(
        (leave) => (call.leave = leave),
        (error: unknown) => (call.error = error),
      )
      return call
    }
  }
  const settled = () => vi.advanceTimersByTimeAsync(0)

  it('lets two of an account in, makes some wait in their order and refuses the rest at once', async () => {
    const enter = watched()
    const calls = Array.from({ length: 200 }, () => enter(alice))
    await settled()
    expect(calls.map(({ leave, error }) => (leave ? 'in' : error ? 'refused' : 'waits'))).toEqual([
      ...['in', 'in', 'waits', 'waits', 'waits'],
      ...Array.from({ length: 195 }, () => 'refused'),
    ])
    expect(calls.at(-1)?.error).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 30 } })
    calls[1]?.leave?.()
    await settled()
    expect(calls.slice(2, 5).map(({ leave }) => leave !== undefined)).toEqual([true, false, false])
  })

  it('counts no account together with another', async () => {
    const enter = watched()
    for (let n = 0; n < 5; n += 1) enter(alice)
    const other = enter(bob)
    await settled()
    expect(other.leave).toBeDefined()
  })

  it('gives a place back once, however often it is left', async () => {
    const enter = watched()
    const [first] = [enter(alice), enter(alice)]
    await settled()
    first.leave?.()
    first.leave?.()
    const [third, fourth] = [enter(alice), enter(alice)]
    await settled()
    expect([third.leave !== undefined, fourth.leave !== undefined]).toEqual([true, false])
  })

  it('refuses who waited too long, and forgets who went away', async () => {
    const enter = watched()
    const [first] = [enter(alice), enter(alice)]
    const leaving = new AbortController()
    const [gone, patient] = [enter(alice, leaving.signal), enter(alice)]
    await settled()
    leaving.abort()
    await settled()
    expect(gone.error).toBeDefined()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(patient.error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(patient.error).toMatchObject({ code: 'rate_limited' })
    first.leave?.()
    const next = enter(alice)
    await settled()
    expect(next.leave).toBeDefined()
  })
})
