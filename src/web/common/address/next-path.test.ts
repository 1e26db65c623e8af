import { describe, expect, test } from 'vitest'
import { nextPath, signInPath } from './next-path.ts'

const origin = 'https://keys.example.com'

describe('where a sign-in leads', () => {
  test.each([
    ['/app/7?section=users', '/app/7?section=users'],
    ['/blacklist?type=ip#x', '/blacklist?type=ip#x'],
    ['/app/7?q=100%25', '/app/7?q=100%25'],
    ['/app/7?q=a%2Fb', '/app/7?q=a%2Fb'],
    ['/loginish', '/loginish'],
    [undefined, '/'],
    ['', '/'],
  ])('a path of our own is kept: %s', (next, path) => {
    expect(nextPath(next, origin)).toBe(path)
  })

  test.each([
    'https://evil.example',
    'HTTPS://evil.example/app/7',
    'https:evil.example',
    'https:/evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '%2F%2Fevil.example',
    '%2F\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '@evil.example',
    '.evil.example',
    'evil.example',
    '/%',
    '/%E0%A4%A',
    '/login?next=//evil.example',
    '/setup',
    '/api/logout',
  ])('nobody else decides where it leads: %j', (next) => {
    expect(nextPath(next, origin)).toBe('/')
  })
})

test('the way to sign in and back is one address', () => {
  const path = signInPath('/app/7?section=users&q=a b')
  const next = new URL(path, origin).searchParams.get('next')
  expect(path.startsWith('/login?next=')).toBe(true)
  expect(next).toBe('/app/7?section=users&q=a b')
  expect(signInPath('/')).toBe('/login')
})
