import { performance } from 'node:perf_hooks'
import timers from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSliceScheduler } from './slice-scheduler.ts'

it('slices run one at a time in the order of asking, and others have their turn between two of them', async () => {
  const scheduler = createSliceScheduler()
  const seen: string[] = []
  let running = 0
  let together = 0
  const slice = (name: string) =>
    scheduler.open().run(async () => {
      running += 1
      together = Math.max(together, running)
      seen.push(name)
      setTimeout(() => seen.push('other work'), 0)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return name
    })
  expect(await Promise.all(['a', 'b', 'c'].map(slice))).toEqual(['a', 'b', 'c'])
  expect(together).toBe(1)
  expect(seen.slice(0, 5)).toEqual(['a', 'other work', 'b', 'other work', 'c'])
})

it('a slice that fails fails its own answer, and the next one runs', async () => {
  const slices = createSliceScheduler().open()
  const failing = slices.run(() => Promise.reject(new Error('the database is away')))
  const next = slices.run(async () => 'next')
  await expect(failing).rejects.toThrow('the database is away')
  expect(await next).toBe('next')
})

it('a slice that waits for the database keeps nobody else from reading', async () => {
  const scheduler = createSliceScheduler()
  let arrive = () => {}
  const late = scheduler.open().run(() => new Promise<void>((resolve) => (arrive = resolve)))
  expect(await scheduler.open().run(async () => 'next')).toBe('next')
  arrive()
  await late
})

it('after each slice the machine has twice as long for others, also when only a reader or the database was busy', async () => {
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const sleep = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
  onTestFinished(() => {
    for (const spy of [clock, sleep]) spy.mockRestore()
  })
  const scheduler = createSliceScheduler()
  const took = [7, 120, 0]
  await Promise.all(took.map((ms) => scheduler.open().run(async () => (nowMs += ms))))
  await vi.waitFor(() => expect(sleep).toHaveBeenCalledTimes(took.length))
  expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([14, 240, 1])
})

it('a slice has few rows at first, twice as many while they cost nothing, and fewer when they keep the loop busy', async () => {
  let busyMs = 0
  let costMs = 0
  const usage = vi
    .spyOn(performance, 'eventLoopUtilization')
    .mockImplementation((before) => ({ idle: 0, active: busyMs - (before?.active ?? 0), utilization: 1 }))
  onTestFinished(() => usage.mockRestore())
  const scheduler = createSliceScheduler()
  const slices = scheduler.open()
  const sizesOf = async (count: number) => {
    const sizes: number[] = []
    for (let n = 0; n < count; n += 1) {
      await slices.run(async () => {
        sizes.push(slices.rows)
        busyMs += costMs
      })
    }
    return sizes
  }
  expect(await sizesOf(8)).toEqual([10, 20, 40, 80, 160, 320, 500, 500])
  expect(scheduler.open().rows).toBe(10)
  costMs = 4
  expect(await sizesOf(5)).toEqual([500, 62, 10, 10, 10])
})
