import { expect, test } from 'vitest'
import { emailInitials, initials } from './initials.ts'

test('a tile shows two letters: of the first two words, or of the only one', () => {
  expect(initials('My Game App')).toBe('MG')
  expect(initials('  tool ')).toBe('TO')
  expect(initials('🦄 unicorn')).toBe('🦄U')
  expect(initials('x')).toBe('X')
  expect(initials('')).toBe('')
})

test('an email gives those of its name, never of its domain', () => {
  expect(emailInitials('demo@example.com')).toBe('DE')
  expect(emailInitials('grace.hopper@example.com')).toBe('GH')
  expect(emailInitials('a@example.com')).toBe('A')
})
