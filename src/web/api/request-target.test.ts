import { expect, test } from 'vitest'
import { requestTarget } from './request-target.ts'

test('params and query become the path', () => {
  const input = { params: { id: '7', userId: '42' }, query: { q: 'a b&c', cursor: undefined, limit: '200' } }
  expect(requestTarget('GET /api/applications/:id/users/:userId', input)).toEqual({
    method: 'GET',
    path: '/api/applications/7/users/42?q=a+b%26c&limit=200',
  })
})

test('a param cannot leave its place in the path', () => {
  expect(requestTarget('DELETE /api/blacklist/:id', { params: { id: '../users?x' } }).path).toBe(
    '/api/blacklist/..%2Fusers%3Fx',
  )
})

test('a missing param is thrown before anything is sent', () => {
  expect(() => requestTarget('DELETE /api/blacklist/:id', {})).toThrow('needs the param id')
})
