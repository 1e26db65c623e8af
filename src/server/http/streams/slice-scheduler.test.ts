import { expect, it } from 'vitest'
import { createSliceScheduler } from './slice-scheduler.ts'

it('slices run one at a time in the order of asking, and others have their turn between two of them', async () => {
  const scheduler = createSliceScheduler()
  const seen: string[] = []
  let running = 0
  let together = 0
  const slice = (name: string) =>
    scheduler.run(async () => {
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
  const scheduler = createSliceScheduler()
  const failing = scheduler.run(() => Promise.reject(new Error('the database is away')))
  const next = scheduler.run(async () => 'next')
  await expect(failing).rejects.toThrow('the database is away')
  expect(await next).toBe('next')
})

it('a slice that waits for the database keeps nobody else from reading', async () => {
  const scheduler = createSliceScheduler()
  let arrive = () => {}
  const late = scheduler.run(() => new Promise<void>((resolve) => (arrive = resolve)))
  expect(await scheduler.run(async () => 'next')).toBe('next')
  arrive()
  await late
})
