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

it('the next slice looks for rows of the last value only where the row after it had the same', async () => {
  const all = [1, 2, 2, 3, 3, 4].map((value, n) => ({ id: n + 1, value }))
  const order = { ...byValue, nulls: 'none' } as const
  const statementsAfter = async (size: number) => {
    const { next } = await readSlice('licenses', order, undefined, size, async ({ limit }) => all.slice(0, limit))
    let statements = 0
    const { rows } = await readSlice('licenses', order, next, 6, async () => {
      statements += 1
      return statements === 1 && size === 2 ? all.slice(2, 3) : all.slice(3)
    })
    return { statements, ids: rows.map(({ id }) => id) }
  }
  expect(await statementsAfter(2)).toEqual({ statements: 2, ids: [3, 4, 5, 6] })
  expect(await statementsAfter(3)).toEqual({ statements: 1, ids: [4, 5, 6] })
})
