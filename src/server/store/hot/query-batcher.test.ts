import { describe, expect, it } from 'vitest'
import { Overloaded, Unanswered } from '../../db/errors.ts'
import { createQueryBatcher } from './query-batcher.ts'

describe('a batcher', () => {
  it('gives each call its own answer out of one batch', async () => {
    const batches: number[] = []
    const double = createQueryBatcher(async (items: readonly number[]) => {
      batches.push(items.length)
      return items.map((item) => item * 2)
    })
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
    expect(batches).toEqual([3])
  })

  it('lets nobody wait twice as long for a database that does not answer', async () => {
    let runs = 0
    const { promise, reject } = Promise.withResolvers<readonly string[]>()
    const run = createQueryBatcher((items: readonly string[]) => {
      runs += 1
      return runs === 1 ? promise : Promise.resolve(items)
    })
    const first = run('a')
    await new Promise((resolve) => setImmediate(resolve))
    const later = run('b')
    const outcomes = Promise.allSettled([first, later])
    reject(new Unanswered('no answer'))
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(runs).toBe(1)
    expect(await run('c')).toBe('c')
  })

  it('keeps one batch in flight; what comes meanwhile travels together in the next', async () => {
    const started: { items: readonly string[]; finish: () => void }[] = []
    let announce = () => {}
    const run = createQueryBatcher((items: readonly string[]) => {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>()
      started.push({ items, finish: () => resolve(items) })
      announce()
      return promise
    })
    const nextBatch = () =>
      new Promise<void>((resolve) => {
        announce = resolve
      })
    const one = nextBatch()
    const first = run('a')
    await one
    const later = [run('b'), run('c')]
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toHaveLength(1)
    const two = nextBatch()
    started[0]?.finish()
    await Promise.all([first, two])
    expect(started[1]?.items).toEqual(['b', 'c'])
    started[1]?.finish()
    await Promise.all(later)
  })

  it('fails the calls of a batch that failed, and runs the next', async () => {
    const run = createQueryBatcher(async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('batch failed')
      return items
    })
    const results = await Promise.allSettled(['bad', 'good'].map(run))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await run('good')).toBe('good')
  })

  it('fails a batch that was not answered item by item', async () => {
    const run = createQueryBatcher(async (_items: readonly string[]) => ['one too few'])
    const results = await Promise.allSettled(['a', 'b'].map(run))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('sends at most 500 queries together unless told otherwise', async () => {
    const batches: number[] = []
    const run = createQueryBatcher(async (items: readonly number[]) => {
      batches.push(items.length)
      return items
    })
    const items = Array.from({ length: 1_001 }, (_, n) => n)
    expect(await Promise.all(items.map(run))).toEqual(items)
    expect(batches).toEqual([500, 500, 1])
  })

  it('cuts batches to their size and refuses what is beyond its bound', async () => {
    const batches: number[] = []
    const run = createQueryBatcher(
      async (items: readonly number[]) => {
        batches.push(items.length)
        return items
      },
      { maxBatch: 2, maxWaiting: 3 },
    )
    const results = await Promise.allSettled([1, 2, 3, 4].map(run))
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: expect.any(Overloaded) })
    expect(batches).toEqual([2, 1])
  })
})
