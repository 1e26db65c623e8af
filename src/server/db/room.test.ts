import { expect, it } from 'vitest'
import { DiskFull, Unavailable } from './errors.ts'
import { watchRoom } from './room.ts'

it('tells once that the disk is full, and again only after there was room', () => {
  let times = 0
  const room = watchRoom(() => {
    times += 1
  })
  room.failed(new Unavailable('locked'))
  expect([room.isFull(), times]).toEqual([false, 0])
  room.failed(new DiskFull('full'))
  room.failed(new DiskFull('full'))
  expect([room.isFull(), times]).toEqual([true, 1])
  room.committed()
  expect(room.isFull()).toBe(false)
  room.failed(new DiskFull('full'))
  expect([room.isFull(), times]).toEqual([true, 2])
})
