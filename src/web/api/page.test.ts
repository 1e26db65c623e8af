import { expect, test } from 'vitest'
import { nextCursor, readPage, withRows } from './page.ts'

test('the next page is the cursor of the Link header', () => {
  expect(nextCursor('</api/applications/7/users?limit=200&cursor=a%2Bb%3D>; rel="next"')).toBe('a+b=')
  expect(
    nextCursor('<https://x.test/api?cursor=first>; rel="first", <https://x.test/api?cursor=n,1>; rel="next"'),
  ).toBe('n,1')
})

test('without a next link it was the last page', () => {
  expect(nextCursor(null)).toBeUndefined()
  expect(nextCursor('</api?cursor=a>; rel="prev"')).toBeUndefined()
  expect(nextCursor('</api?limit=2>; rel="next"')).toBeUndefined()
})

test('the count comes from the header, else from the rows at hand where they are all', () => {
  expect(readPage([1, 2], new Headers({ 'X-Total-Count': '100000' })).total).toBe(100_000)
  expect(readPage([1, 2], new Headers())).toEqual({ items: [1, 2], total: 2, next: undefined })
  expect(readPage([1, 2], new Headers({ Link: '</api?cursor=a>; rel="next"' })).total).toBeUndefined()
})

test('pages without rows are passed over, up to the first with rows or the last', async () => {
  const pages: Record<string, { items: number[]; total: undefined; next: string | undefined }> = {
    a: { items: [], total: undefined, next: 'b' },
    b: { items: [7], total: undefined, next: 'c' },
    d: { items: [], total: undefined, next: undefined },
  }
  const read = async (cursor: string) => pages[cursor] ?? { items: [], total: undefined, next: undefined }
  const empty = { items: [] as number[], total: 3 }
  expect(await withRows({ ...empty, next: 'a' }, read)).toEqual({ items: [7], total: 3, next: 'c' })
  expect(await withRows({ ...empty, next: 'd' }, read)).toEqual({ ...empty, next: undefined })
  expect(await withRows({ items: [1], total: 3, next: 'a' }, read)).toEqual({ items: [1], total: 3, next: 'a' })
})
