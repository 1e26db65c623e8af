import { expect, it } from 'vitest'
import { isLongerThan } from './delivery-queue.ts'

/** A queue of so many rows, at these times, read as the databases read it: one step of 10,000 rows at a time. */
function queueOf(times: readonly number[]) {
  const asked: number[] = []
  const next = (fromMs: number) => {
    asked.push(fromMs)
    return times.filter((ms) => ms >= fromMs)[10_000]
  }
  return { next, asked }
}
const rows = (count: number, timeOf = (n: number) => n) => Array.from({ length: count }, (_, n) => 1_000 + timeOf(n))

it('a queue is longer than so many tens of thousands when one row more waits, and no sooner', async () => {
  expect(await isLongerThan(10_000, queueOf(rows(10_000)).next)).toBe(false)
  expect(await isLongerThan(10_000, queueOf(rows(10_001)).next)).toBe(true)
  expect(await isLongerThan(20_000, queueOf(rows(20_000)).next)).toBe(false)
  expect(await isLongerThan(20_000, queueOf(rows(20_001)).next)).toBe(true)
})

it('rows of one millisecond are counted once, and the count ends', async () => {
  const { next, asked } = queueOf(rows(30_000, () => 0))
  expect(await isLongerThan(30_000, next)).toBe(false)
  expect(asked).toEqual([0, 1_000, 1_001])
})
