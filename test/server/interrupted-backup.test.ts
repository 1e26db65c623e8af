import { expect, it } from 'vitest'
import { killDuringBackups } from '../../bench/faults/remote-backup.ts'

it('kill -9 during a backup lists nothing unreadable, here or in the storage, and the next one is made', async () => {
  const { listed, unreadable, left, made } = await killDuringBackups(3)
  expect({ unreadable, left, made }).toEqual({ unreadable: 0, left: 0, made: 3 })
  expect(listed).toBeGreaterThanOrEqual(3)
}, 120_000)
