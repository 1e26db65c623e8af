import { expect, it } from 'vitest'
import { axisTicks } from './axis-ticks.ts'

it('rounds up to figures that people count in', () => {
  expect(axisTicks(258)).toEqual([0, 100, 200, 300])
  expect(axisTicks(4)).toEqual([0, 1, 2, 3, 4])
  expect(axisTicks(1_000)).toEqual([0, 200, 400, 600, 800, 1000])
  expect(axisTicks(1_001).at(-1)).toBe(1_500)
})
