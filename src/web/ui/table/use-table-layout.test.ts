import { expect, test } from 'vitest'
import { cardsBelowPx } from './use-table-layout.ts'

test('rows become cards before a column is cut off or its text says nothing', () => {
  expect(cardsBelowPx('10rem 6.5rem')).toBe(160 + 104 + 16 + 40)
  expect(cardsBelowPx('minmax(11rem, 1.2fr) minmax(0, 2fr) 1fr')).toBe(176 + 80 + 80 + 2 * 16 + 40)
  // Each column more asks for more width.
  expect(cardsBelowPx('10rem 6.5rem minmax(0, 1fr)')).toBe(cardsBelowPx('10rem 6.5rem') + 80 + 16)
})
