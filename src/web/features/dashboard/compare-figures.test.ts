import { expect, test } from 'vitest'
import { compareFigures } from './compare-figures.ts'

test.each([
  [112, 100, '12% more than the 30 days before'],
  [88, 100, '12% fewer than the 30 days before'],
  [0, 5, '100% fewer than the 30 days before'],
  [10_000, 10_001, 'Less than 1% fewer than the 30 days before'],
  [2600, 100, '2,500% more than the 30 days before'],
  [7, 7, 'As many as in the 30 days before'],
  [7, 0, 'None in the 30 days before'],
  [0, 0, 'None in the 30 days before either'],
])('%i now and %i before reads %j', (now, before, text) => {
  expect(compareFigures(now, before, '30 days')).toBe(text)
})
