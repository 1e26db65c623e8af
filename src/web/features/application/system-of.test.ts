import { expect, test } from 'vitest'
import { systemOf } from './system-of.ts'

test.each([
  ['Win32', 'windows'],
  ['MacIntel', 'macos'],
  ['Linux x86_64', 'linux'],
  ['', 'linux'],
])('%j is %s', (platform, system) => {
  expect(systemOf(platform)).toBe(system)
})
