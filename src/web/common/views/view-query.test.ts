import { expect, test } from 'vitest'
import { viewChange, viewQuery } from './view-query.ts'

const parameters = ['q', 'status', 'sort']

test('a view keeps the filters and the order of a list, in one order, and nothing else of the address', () => {
  const search = { section: 'users', sort: 'createdAt:desc', status: 'banned', user: '7', q: 'a&b' }
  expect(viewQuery(search, parameters)).toBe('q=a%26b&status=banned&sort=createdAt:desc')
  expect(viewQuery({ section: 'users', user: '7' }, parameters)).toBe('')
})

test('showing a view sets its filters, clears the others, and can change nothing else of the address', () => {
  expect(viewChange('status=banned&section=danger&user=9', parameters)).toEqual({ status: 'banned' })
  expect(Object.keys(viewChange('status=banned', parameters))).toEqual(parameters)
  expect(viewQuery(viewChange('q=a%26b&sort=x:asc', parameters), parameters)).toBe('q=a%26b&sort=x:asc')
})
