import { expect, test } from 'vitest'
import { fieldsToRestore } from './fields-to-restore.ts'

const before = { email: 'old@example.com', isActive: true, isPaused: false }
const saved = { ...before, email: 'new@example.com', isActive: false }

test('a change is taken back in its own fields, and in no other', () => {
  const now = { ...saved, isPaused: true }
  expect(fieldsToRestore({ before, saved, now }, ['email', 'isActive'])).toEqual({
    email: 'old@example.com',
    isActive: true,
  })
})

test('a field that was changed again since is left as it is', () => {
  const now = { ...saved, email: 'theirs@example.com' }
  expect(fieldsToRestore({ before, saved, now }, ['email', 'isActive'])).toEqual({ isActive: true })
  expect(fieldsToRestore({ before, saved, now }, ['email'])).toEqual({})
})
