import { expect, test } from 'vitest'
import { idempotencyKeyOf } from './idempotency-key.ts'

const call = 'POST /api/webhooks'
const keyOf = (url: string, nowMs = 0) => idempotencyKeyOf(call, { body: { url } }, nowMs)

test('what nobody has answered is sent again under its key, and after a success under another', () => {
  const first = keyOf('a')
  expect(keyOf('a')?.key).toBe(first?.key)
  expect(keyOf('b')?.key).not.toBe(first?.key)
  first?.succeeded()
  expect(keyOf('a')?.key).not.toBe(first?.key)
})

test('a key is forgotten after two minutes, and a call that creates nothing has none', () => {
  const first = keyOf('c')
  expect(keyOf('c', 119_000)?.key).toBe(first?.key)
  expect(keyOf('c', 300_000)?.key).not.toBe(first?.key)
  expect(idempotencyKeyOf('DELETE /api/webhooks/:id', {})).toBeUndefined()
})
