import { expect, test } from 'vitest'
import { ownerErrors } from './set-up.ts'

test('an owner needs an address and a password of at least 12 characters', () => {
  expect(ownerErrors({ email: ' owner@example.com ', password: '123456789012' })).toEqual({})
  expect(ownerErrors({ email: 'owner', password: '12345678901' })).toEqual({
    email: 'Enter your email address.',
    password: 'Password must be at least 12 characters.',
  })
})
