import { performance } from 'node:perf_hooks'
import timers from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createPace, nextSliceRows } from './pace.ts'

const busy = (ms: number) => ({ busyMs: ms, heldMs: ms, shortestHeldMs: 1 })

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
  let nowMs = 0
  const rests: unknown[] = []
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((before) => {
    return { active: nowMs - (before?.active ?? 0), idle: 0, utilization: 1 }
  })
  vi.spyOn(process, 'threadCpuUsage').mockImplementation((before) => {
    return { user: nowMs * 1000 - (before?.user ?? 0), system: 0 }
  })
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (restMs) => void rests.push(restMs))
  const pace = createPace({ fewest: 2 })
  const sizes: number[] = []
  for (const rowMs of [0.5, 0.5, 10, 10]) {
    await pace.slice(async (rows) => {
      sizes.push(rows)
      nowMs += rowMs * rows
    })
  }
  expect(sizes).toEqual([2, 10, 10, 2])
  expect(rests).toEqual([1, 5, 100, 20])
  vi.restoreAllMocks()
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
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ active: 60, idle: 0, utilization: 1 })
  const pace = createPace({ doneBy: 'database' })
  const sizes: number[] = []
  for (let slices = 0; slices < 4; slices += 1) {
    await pace.slice(async (rows) => {
      sizes.push(rows)
      nowMs += 10 + rows / 4
    })
  }
  // of 100 ms ten rows took 12.5, 80 rows 30, 266 rows 76.5
  expect(sizes).toEqual([10, 80, 266, 347])
  vi.restoreAllMocks()
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
