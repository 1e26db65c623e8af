import { beforeEach, describe, expect, test } from 'vitest'
import { setCookies, type TestAccount } from '../../../../test/harness/create-test-app.ts'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'

const it = useTestAppOfEach()
let maker: TestAccount
beforeEach(async () => {
  maker = await it.account()
})

const isSignedIn = async () => (await maker.api('GET', '/api/auth/user')).status === 200
const follow = (headers: Record<string, string>, method = 'GET') =>
  it.call(method, '/api/logout', { headers: { cookie: maker.cookie, ...headers } })
const cleared = /^sid=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/

describe('POST /api/logout', () => {
  test('ends the session and takes the cookie back', async () => {
    const { status, ...answer } = await maker.api('POST', '/api/logout')
    expect(status).toBe(200)
    expect(setCookies({ status, ...answer })).toEqual([expect.stringMatching(cleared)])
    expect(await isSignedIn()).toBe(false)
  })

  test('ends this session alone', async () => {
    const other = await it.account('user')
    await maker.api('POST', '/api/logout')
    expect((await other.api('GET', '/api/auth/user')).status).toBe(200)
  })

  test('is a success for who is signed out already', async () => {
    expect((await it.call('POST', '/api/logout')).status).toBe(200)
  })

  test('from another site does nothing', async () => {
    expect((await follow({ 'sec-fetch-site': 'cross-site' }, 'POST')).status).toBe(403)
    expect((await follow({ origin: 'https://evil.example' }, 'POST')).status).toBe(403)
    expect(await isSignedIn()).toBe(true)
  })
})

describe('GET /api/logout', () => {
  test.each([
    ['a link of the product', { 'sec-fetch-site': 'same-origin' }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
    ['a browser that does not tell', {}],
  ])('signs out and leads to the start: %s', async (_what, headers) => {
    const { status, ...answer } = await follow(headers)
    expect([status, answer.headers.location]).toEqual([303, '/'])
    expect(setCookies({ status, ...answer })).toEqual([expect.stringMatching(cleared)])
    expect(await isSignedIn()).toBe(false)
  })

  test.each<[string, Record<string, string>]>([
    ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a neighboring subdomain', { 'sec-fetch-site': 'same-site' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of an older browser', { purpose: 'prefetch' }],
  ])('asks first and changes nothing: %s', async (_what, headers) => {
    const answer = await follow(headers)
    expect(answer.status).toBe(403)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.text).toContain('<a href="/api/logout">')
    expect(answer.text).not.toMatch(/<script|<form|style=/)
    expect(setCookies(answer)).toEqual([])
    expect(await isSignedIn()).toBe(true)
  })

  test('HEAD changes nothing', async () => {
    expect((await follow({}, 'HEAD')).status).toBe(404)
    expect(await isSignedIn()).toBe(true)
  })

  test('leads to the start when nobody is signed in', async () => {
    const { status, headers } = await it.call('GET', '/api/logout')
    expect([status, headers.location]).toEqual([303, '/'])
  })
})
