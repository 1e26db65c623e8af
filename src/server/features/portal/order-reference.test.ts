import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isUnguessable } from './order-reference.ts'

it.each([
  'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  'cs_test_a1GpWNw5J8lmtHlGv4WJ7U4wPsvLYv9sFqXoNdPb3D9NrTx2zKQ1cVbM0y',
  'txn_01hv8wptq8987qeep44cyrewp9',
  randomUUID(),
  `order-${randomUUID()}`,
  randomBytes(16).toString('hex'),
])('opens the keys of %s', (reference) => {
  expect(isUnguessable(reference)).toBe(true)
})

it.each([
  '',
  '1001',
  'A-1001',
  '20261123-000017',
  '00000000000000000000000000000123',
  '12345678901234567890',
  'ORDER20261123000000000001',
  'my-shop-order-of-november-2026-no-17',
  'buyer.with.a.long.name@mail.example.com',
  'aaaaaaaaaaaaaaaaaaaaaaaaa1a',
])('opens nothing for %s', (reference) => {
  expect(isUnguessable(reference)).toBe(false)
})
