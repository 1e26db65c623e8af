import { expect, it } from 'vitest'
import { type Order, readSlice } from './keyset-pagination.ts'

const byValue: Order<'value'> = { column: 'value', isDescending: false, nulls: 'greatest' }

it('a page reads one row more than it shows, over all its index ranges together', async () => {
  const valued = [1, 2].map((id) => ({ id, value: 7 }))
  const without = [3, 4, 5, 6].map((id) => ({ id, value: null }))
  const ranges = [valued, without]
  const limits: number[] = []
  const { rows, next } = await readSlice<'value', { id: number; value: number | null }>(
    'licenses',
    byValue,
    undefined,
    3,
    async ({ limit }) => {
      limits.push(limit)
      return ranges[limits.length - 1]?.slice(0, limit) ?? []
    },
  )
  expect(limits).toEqual([4, 2])
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(next).toEqual({ value: null, id: 3 })
})
