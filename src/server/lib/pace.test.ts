import { expect, it } from 'vitest'
import { createPace, nextSliceRows } from './pace.ts'

const busyFor = (ms: number) => {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

it('a slice has as many rows as go in about five milliseconds, within bounds', () => {
  expect(nextSliceRows(20, 2)).toBe(50)
  expect(nextSliceRows(100, 10)).toBe(50)
  expect(nextSliceRows(10, 30)).toBe(10)
  expect(nextSliceRows(50, 0)).toBe(500)
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

it('a rest ends when the work is stopped, and a slice that fails says so at once', async () => {
  const stopping = new AbortController()
  const pace = createPace({ restPerWork: 1e6, signal: stopping.signal })
  const slice = pace.slice(async () => 'done')
  stopping.abort()
  expect(await slice).toBe('done')
  await expect(pace.slice(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full')
})
