import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { attemptIn, evaluate, verifyWithinLimits } from './attempt.ts'
import { createBackoff, createLimiter } from './rate-limit.ts'

const open = () => {
  const clock = new ManualClock()
  const byAddress = createLimiter({ limit: 10, windowMs: 60_000, clock })
  const byName = createBackoff({ free: 5, maxWaitMs: 900_000, maxPerDay: 100, clock })
  const attempt = attemptIn({ limiter: byAddress, key: 'address' }, { limiter: byName, key: 'name' })
  return { clock, byAddress, byName, attempt }
}

/** A queue with this many concurrent hashes that retries those that returned `wait`. */
function hashes(slots: number, isRight: (n: number) => boolean) {
  let done = 0
  let running = 0
  const waiting: (() => void)[] = []
  const next = () => {
    for (const ask of waiting.splice(0)) ask()
  }
  return {
    done: () => done,
    verify: (n: number) => (onTurn: () => 'wait' | undefined) =>
      new Promise<boolean>((resolve, reject) => {
        const ask = () => {
          if (running >= slots) return waiting.push(ask)
          try {
            if (onTurn() === 'wait') return waiting.push(ask)
          } catch (error) {
            return reject(error)
          }
          running += 1
          setImmediate(() => {
            running -= 1
            done += 1
            resolve(isRight(n))
            setImmediate(next)
          })
        }
        setImmediate(ask)
      }),
  }
}

const many = Array.from({ length: 200 }, (_, n) => n)

describe('an attempt', () => {
  it('takes a place in every limit or in none', () => {
    const { byAddress, attempt } = open()
    expect(many.map(() => attempt.reserve()).filter(Boolean)).toHaveLength(5)
    // attempts that found no slot for their username lose none of the address
    expect(many.map(() => byAddress.reserve('address')).filter(Boolean)).toHaveLength(5)
  })
})

describe('a password beyond a limit', () => {
  it('is not even queued to be hashed', async () => {
    const { attempt } = open()
    for (const _ of many.slice(0, 10)) attempt.reserve()?.commit()
    let queued = 0
    const verify = async () => {
      queued += 1
      return true
    }
    expect(await verifyWithinLimits(attempt, verify)).toBe('limited')
    expect(queued).toBe(0)
  })
})

describe('200 passwords at once', () => {
  it('that are wrong: no more are hashed than the limit allows, the others are refused', async () => {
    const { byName, attempt } = open()
    const queue = hashes(4, () => false)
    const answers = await Promise.all(many.map((n) => verifyWithinLimits(attempt, queue.verify(n))))
    expect(queue.done()).toBe(5)
    expect(answers.filter((answer) => answer === false)).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'limited')).toHaveLength(195)
    expect(byName.retryAfterMs('name')).toBe(1000)
  })

  it('that are right: all are hashed, although more wait than the limit has places', async () => {
    const { byName, attempt } = open()
    const queue = hashes(20, () => true)
    const answers = await Promise.all(many.map((n) => verifyWithinLimits(attempt, queue.verify(n))))
    expect(answers.every((answer) => answer === true)).toBe(true)
    expect(queue.done()).toBe(200)
    expect(byName.retryAfterMs('name')).toBe(0)
  })

  it('that could not be checked count nothing', async () => {
    const { byName, attempt } = open()
    const verify = (onTurn: () => 'wait' | undefined) => {
      onTurn()
      return Promise.reject(new Error('away'))
    }
    for (let n = 0; n < 20; n += 1) await expect(verifyWithinLimits(attempt, verify)).rejects.toThrow('away')
    expect(byName.retryAfterMs('name')).toBe(0)
  })
})

describe('200 codes at once', () => {
  it('that are wrong: no more are evaluated than the limit allows', async () => {
    const { attempt } = open()
    let evaluated = 0
    const work = async () => {
      evaluated += 1
      await new Promise(setImmediate)
      return undefined
    }
    const answers = await Promise.allSettled(many.map(() => evaluate(attempt, work)))
    expect(evaluated).toBe(5)
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(195)
    expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', details: { retryAfterSeconds: 1 } } })
  })

  it('of which each is right, one after the other, count nothing', async () => {
    const { byName, attempt } = open()
    for (let n = 0; n < 200; n += 1) expect(await evaluate(attempt, async () => 'right')).toBe('right')
    expect(byName.retryAfterMs('name')).toBe(0)
  })
})
