import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

describe('a semaphore', () => {
  it('lets in as many as it has slots, and the others in the order of asking', async () => {
    const enter = createSemaphore({ slots: 2, queueLimit: 10, queueLimitPerKey: 10 })
    const order: number[] = []
    const leaving = [1, 2, 3, 4].map(async (number) => {
      const leave = await enter()
      order.push(number)
      return leave
    })
    const [first, second] = [await leaving[0], await leaving[1]]
    expect(order).toEqual([1, 2])
    first?.()
    const third = await leaving[2]
    expect(order).toEqual([1, 2, 3])
    second?.()
    third?.()
    ;(await leaving[3])?.()
    expect(order).toEqual([1, 2, 3, 4])
    expect(await Promise.all([enter(), enter()])).toEqual([expect.any(Function), expect.any(Function)])
  })

  it('counts only those that wait against a key', async () => {
    const enter = createSemaphore({ slots: 1, queueLimit: 10, queueLimitPerKey: 1 })
    const leave = await enter('a')
    const waiting = enter('a')
    expect(await enter('a')).toBeUndefined()
    const other = enter('b')
    leave?.()
    const next = await waiting
    const again = enter('a')
    next?.()
    ;(await other)?.()
    expect(await again).toBeTypeOf('function')
  })
})
