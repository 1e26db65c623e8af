import { expect, test } from 'vitest'
import { strongPassword } from './strong-password.ts'

test('a suggested password has sixteen characters that nobody takes for one another, and is new each time', () => {
  const made = Array.from({ length: 200 }, strongPassword)
  for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/)
  expect(new Set(made).size).toBe(200)
})
