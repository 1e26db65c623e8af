import { describe, expect, test } from 'vitest'
import { relyingParty } from './relying-party.ts'

describe('whom passkeys are made for', () => {
  test.each([
    ['https://licenses.example.com', 'licenses.example.com', 'https://licenses.example.com'],
    ['https://licenses.example.com:8443', 'licenses.example.com', 'https://licenses.example.com:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
    ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ])('%s is %s', (own, host, origin) => {
    expect(relyingParty(own)).toEqual({ host, origins: [origin] })
  })

  test.each(['http://licenses.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://192.168.1.5:3000'])(
    '%s is nobody: browsers take no passkeys there',
    (own) => {
      expect(relyingParty(own)).toBeUndefined()
    },
  )
})
