import { performance } from 'node:perf_hooks'
import timers from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createPace, nextSliceRows } from './pace.ts'

const busy = (ms: number) => ({ busyMs: ms, heldMs: ms, shortestHeldMs: 1 })

const busyFor = (ms: number) => {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

it('a slice has as many rows as go in about five milliseconds of the processor, within bounds', () => {
  expect(nextSliceRows(20, busy(2))).toBe(50)
  expect(nextSliceRows(100, busy(10))).toBe(50)
  expect(nextSliceRows(10, busy(30))).toBe(10)
  expect(nextSliceRows(50, busy(0))).toBe(500)
})

it('a slow disk does not make slices small, unless smaller ones are shorter', () => {
  const busyMs = 4
  expect(nextSliceRows(100, { busyMs, heldMs: 20, shortestHeldMs: 20 })).toBe(125)
  expect(nextSliceRows(100, { busyMs, heldMs: 50, shortestHeldMs: 10 })).toBe(50)
  expect(nextSliceRows(100, { busyMs, heldMs: 50, shortestHeldMs: 45 })).toBe(125)
})

it('a slice that waits for the disk is sized by the processor', async () => {
  const waiting = { active: 10, idle: 0, utilization: 1 }
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(waiting)
  vi.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: 900, system: 100 })
  const pace = createPace()
  await pace.slice(async () => {})
  // a millisecond of the processor for ten rows, ten milliseconds in all
  expect(pace.rows).toBe(25)
  vi.restoreAllMocks()
})

it('slices shrink when their rows cost more, and others have at least as long between two of them', async () => {
  const pace = createPace({ fewest: 2 })
  let freeMs = 0
  for (let slices = 0; slices < 4; slices += 1) {
    const startMs = performance.now()
    const rows = await pace.slice(async (fitting) => {
      busyFor(10 * fitting)
      return fitting
    })
    expect(rows).toBe(2)
    freeMs += performance.now() - startMs - 20
  }
  expect(freeMs).toBeGreaterThanOrEqual(4 * 20)
})

it('slices grow while they wait for a database that keeps the loop free', async () => {
  const pace = createPace()
  const sizes: number[] = []
  for (let slices = 0; slices < 4; slices += 1) {
    await pace.slice(async (rows) => {
      sizes.push(rows)
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }
  expect(sizes[0]).toBe(10)
  expect(sizes.at(-1)).toBeGreaterThan(10)
})

it('work of a database in another process is sized by its whole time, whatever this thread does for others', async () => {
  const pace = createPace({ doneBy: 'database' })
  const sizes: number[] = []
  for (let slices = 0; slices < 4; slices += 1) {
    await pace.slice(async (rows) => {
      sizes.push(rows)
      busyFor(10)
      await new Promise((resolve) => setTimeout(resolve, rows / 4))
    })
  }
  // ten rows of a quarter of a millisecond are far below 100 ms, the most that a slice may have are beyond
  expect(sizes[1]).toBeGreaterThanOrEqual(40)
  expect(Math.max(...sizes)).toBeLessThan(500)
})

it('rests a quarter as long as a slice of a database took, and as long as any other did', async () => {
  const rested = async (doneBy: 'loop' | 'thread' | 'database') => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const rests = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
    await createPace({ doneBy }).slice(async () => void clock.mockReturnValue(80))
    return rests.mock.lastCall?.[0]
  }
  expect([await rested('loop'), await rested('thread'), await rested('database')]).toEqual([80, 80, 20])
  vi.restoreAllMocks()
})

it('a rest ends when the work is stopped, and a slice that fails says so at once', async () => {
  const stopping = new AbortController()
  const pace = createPace({ restPerWork: 1e6, signal: stopping.signal })
  const slice = pace.slice(async () => 'done')
  stopping.abort()
  expect(await slice).toBe('done')
  await expect(pace.slice(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full')
})
