import { expect, it } from 'vitest'
import { matches } from './matches.ts'

it('finds what holds every word that was typed, in any order and case', () => {
  expect(matches('My Game App Users', 'us game')).toBe(true)
  expect(matches('My Game App Users', '')).toBe(true)
  expect(matches('My Game App Users', 'game licenses')).toBe(false)
})
