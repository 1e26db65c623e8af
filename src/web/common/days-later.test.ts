import { expect, test } from 'vitest'
import { daysLater } from './days-later.ts'

const now = new Date('2027-03-04T00:00:00Z')

test('more days lengthen what runs, and begin anew where it is over', () => {
  expect(daysLater('2027-03-10T12:00:00.000Z', 30, now)).toBe('2027-04-09T12:00:00.000Z')
  expect(daysLater('2026-01-01T00:00:00.000Z', 30, now)).toBe('2027-04-03T00:00:00.000Z')
  expect(daysLater(null, 1, now)).toBe('2027-03-05T00:00:00.000Z')
})
