import { describe, expect, it, vi } from 'vitest'
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

  it('keeps one batch in flight that is not late; what comes meanwhile travels together in the next', async () => {
    const started: { items: readonly string[]; finish: () => void }[] = []
    let announce = () => {}
    const run = createQueryBatcher(
      (items: readonly string[]) => {
        const { promise, resolve } = Promise.withResolvers<readonly string[]>()
        started.push({ items, finish: () => resolve(items) })
        announce()
        return promise
      },
      { patienceMs: 60_000 },
    )
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

  it('holds up nobody behind batches that are late, up to its bound', async () => {
    const late: (() => void)[] = []
    const batches: (readonly string[])[] = []
    const run = createQueryBatcher(
      async (items: readonly string[]) => {
        batches.push(items)
        if (items[0]?.startsWith('late')) await new Promise<void>((resolve) => late.push(resolve))
        return items
      },
      { patienceMs: 1, maxInFlight: 3 },
    )
    const held: Promise<string>[] = []
    const hold = async (item: string) => {
      held.push(run(item))
      await vi.waitFor(() => expect(batches.at(-1)).toEqual([item]))
    }
    await hold('late 1')
    expect(await run('after one')).toBe('after one')
    await hold('late 2')
    expect(await run('after two')).toBe('after two')
    await hold('late 3')
    const beyond = [run('beyond'), run('the bound')]
    let isBeyond = false
    void beyond[0]?.then(() => {
      isBeyond = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isBeyond).toBe(false)
    expect(batches).toEqual([['late 1'], ['after one'], ['late 2'], ['after two'], ['late 3']])
    late[1]?.()
    expect(await Promise.all([held[1], ...beyond])).toEqual(['late 2', 'beyond', 'the bound'])
    for (const finish of late) finish()
    expect(await Promise.all(held)).toEqual(['late 1', 'late 2', 'late 3'])
    expect(batches.slice(5)).toEqual([['beyond', 'the bound']])
  })

  it('fails nobody with a batch that got no answer while another is on time', async () => {
    const { promise, reject } = Promise.withResolvers<readonly string[]>()
    let third: Promise<string> | undefined
    const run = createQueryBatcher(
      async (items: readonly string[]) => {
        if (items[0] === 'first') return promise
        if (items[0] === 'second') {
          third = run('third')
          reject(new Unanswered('no answer'))
          await new Promise((resolve) => setImmediate(resolve))
        }
        return items
      },
      { patienceMs: 1 },
    )
    const first = expect(run('first')).rejects.toThrow(Unanswered)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await run('second')).toBe('second')
    expect(await third).toBe('third')
    await first
  })

  it('runs no empty batch where those that waited failed with one that got no answer', async () => {
    const unanswered: ((error: Error) => void)[] = []
    const sizes: number[] = []
    const run = createQueryBatcher(
      (items: readonly string[]) => {
        sizes.push(items.length)
        if (items[0] === 'fine') return Promise.resolve(items)
        return new Promise<readonly string[]>((_resolve, reject) => unanswered.push(reject))
      },
      { patienceMs: 1, maxInFlight: 2 },
    )
    const held = [run('first')]
    await vi.waitFor(() => expect(sizes).toHaveLength(1))
    held.push(run('second'))
    await vi.waitFor(() => expect(sizes).toHaveLength(2))
    const outcomes = Promise.allSettled([...held, run('waits')])
    for (const reject of unanswered) reject(new Unanswered('no answer'))
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await run('fine')).toBe('fine')
    expect(sizes).toEqual([1, 1, 1])
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
