import { describe, expect, test } from 'vitest'
import { readSample } from './console.ts'

/** The texts of the specification that every sample shows, word for word; what a reason is put into ends before it. */
const texts = [
  'Please enter both username and password.',
  'Please fill in all required fields (Username, Password, License Key)',
  'Session verification failed. Please try logging in again.',
  'Your session has expired. Please login again.',
  'You have been logged out.',
  'Connection error',
  "Unknown command. Type 'help' for available commands.",
  'Not provided',
  'Never',
  'HWID-FALLBACK-',
  'Update Required',
  'Access Blocked',
  'Hardware Mismatch',
  'Account Expired',
  'Account Disabled',
  'Please wait',
  'Login failed',
  'Registration failed',
]

describe('the Node.js sample', () => {
  test.for(texts)('holds the text %s', async (text) => {
    expect(await readSample('node/client.mjs')).toContain(text)
  })
})
