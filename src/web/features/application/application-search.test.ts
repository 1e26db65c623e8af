import { expect, test } from 'vitest'
import { applicationSearch } from './application-search.ts'

test('what an application page knows is kept, everything else is dropped', () => {
  expect(applicationSearch({ section: 'users', q: 'sofia', status: 'banned', sort: 'lastLogin:desc', x: '1' })).toEqual(
    {
      section: 'users',
      q: 'sofia',
      status: 'banned',
      sort: 'lastLogin:desc',
    },
  )
  expect(applicationSearch({ section: 'nowhere', dialog: 'nonsense', q: '', ip: ['a'] })).toEqual({})
})

test('a search for digits or truth stays text', () => {
  expect(applicationSearch({ q: 7, success: false })).toEqual({ q: '7', success: 'false' })
})

test('a very long value is cut to what the server takes', () => {
  expect(applicationSearch({ q: 'x'.repeat(500) }).q).toHaveLength(128)
})
