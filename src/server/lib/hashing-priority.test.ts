import { stat } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { lowerHashingPriority } from './hashing-priority.ts'

it.runIf(process.platform === 'linux')('puts the hashing threads behind the rest of the process', async () => {
  await stat('/')
  const before = getPriority()
  expect(lowerHashingPriority()).toBeGreaterThan(0)
  expect(getPriority()).toBe(before)
})
