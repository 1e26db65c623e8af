import { expect, it } from 'vitest'
import { fitOf } from './palette-entry.ts'

it('an entry fits by its label, else by every typed word in what describes it, in any order and case', () => {
  const entry = { id: 'users', label: 'Users', detail: 'My Game App', words: 'people', icon: null }
  expect(fitOf(entry, 'USERS')).toBe('whole')
  expect(fitOf(entry, 'us')).toBe('beginning')
  expect(fitOf(entry, 'us game')).toBe('part')
  expect(fitOf(entry, 'people my')).toBe('part')
  expect(fitOf(entry, 'game licenses')).toBeUndefined()
})

it('an entry that the server found fits as the server says', () => {
  expect(fitOf({ id: '1', label: 'sofia', icon: null, match: 'word' }, '203.0')).toBe('word')
})
