import { expect, it, onTestFinished, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { watchDiskSpace, withReserve } from './disk-space.ts'
import { DiskFull, Unavailable } from './errors.ts'
import type { Database } from './open.ts'

it('tells once that the disk is full, and again only after there was room', () => {
  let times = 0
  const room = watchDiskSpace({
    onFull: () => {
      times += 1
    },
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

it('keeps the last room for changes that may use it: they prove nothing, and the rest is refused until there is more', () => {
  let isOnlyReserve = false
  const room = watchDiskSpace({ hasRoom: () => !isOnlyReserve })
  room.failed(new DiskFull('full'))
  isOnlyReserve = true
  expect(() => room.assertRoom()).toThrow(DiskFull)
  withReserve(() => room.assertRoom())
  room.committed()
  expect(room.isFull()).toBe(true)
  isOnlyReserve = false
  room.assertRoom()
  expect(room.isFull()).toBe(true)
  room.committed()
  expect(room.isFull()).toBe(false)
  // A file that grew again has used up what deletions left in it.
  isOnlyReserve = true
  expect(() => room.assertRoom()).toThrow(DiskFull)
  expect(room.isFull()).toBe(true)
  // As after a restart, before any change was tried.
  expect(watchDiskSpace({ hasRoom: () => false }).isFull()).toBe(true)
})

const noRoom = (database: Database) =>
  expect(database.transaction(() => Promise.reject(new DiskFull('no room')))).rejects.toThrow('no room')

describeOnBothDatabases('a full disk', (open) => {
  const change = (database: Database, name: string) =>
    database.transaction((tx) => tx.insertInto('setup_tokens').values({ token_hash: name, expires_at: 0 }).execute())

  it('is full until a change has passed: a commit that wrote nothing says nothing about it', async () => {
    const database = await open()
    await change(database, 'before')
    await noRoom(database)
    expect(database.isDiskFull()).toBe(true)

    const results = await Promise.allSettled([
      database.transaction((tx) => tx.selectFrom('setup_tokens').selectAll().execute()),
      database.transaction((tx) => tx.deleteFrom('setup_tokens').where('token_hash', '=', 'none').execute()),
      database.transaction(async (tx) => {
        await tx.insertInto('setup_tokens').values({ token_hash: 'taken back', expires_at: 0 }).execute()
        throw new Error('taken back')
      }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    if (database.engine === 'sqlite') await database.pauseWriterFor(async () => {})
    expect(database.isDiskFull()).toBe(true)

    await change(database, 'after')
    expect(database.isDiskFull()).toBe(false)
  })

  it('is noticed to have room again by a server that gets no changes while it says that it is full', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const database = await open()
    await noRoom(database)
    vi.advanceTimersByTime(60_000)
    await vi.waitUntil(() => !database.isDiskFull(), { timeout: 60_000 })
    const rows = await database.reads.selectFrom('installation').select('name').where('name', '=', 'room').execute()
    expect(rows).toEqual([])
  })
})
