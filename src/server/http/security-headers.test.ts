import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'

const asked = ['/healthz', '/api/auth/user', '/api/nothing', '/api/openapi.json', '/api/auth/options'] as const

describe('every answer to a browser', () => {
  it.each([
    ['http', 'http://licenses.example.com', undefined],
    ['https', 'https://licenses.example.com', 'max-age=31536000'],
  ])('may not be framed, run, sniffed or kept, over %s', async (_name, publicUrl, transport) => {
    const test = await createTestApp({ env: { PUBLIC_URL: publicUrl } })
    onTestFinished(() => test.close())
    for (const path of asked) {
      const { headers } = await test.call('GET', path)
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        // The document is the same for everybody; a browser asks each time whether its copy is the current one.
        'cache-control': path === '/api/openapi.json' ? 'no-cache' : 'no-store',
        'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
      })
      expect(headers['content-type'], path).toMatch(/^application\/json(; charset=utf-8)?$/)
      expect(headers['strict-transport-security'], path).toBe(transport)
      // No script of another site can read a response.
      expect(headers['access-control-allow-origin'], path).toBeUndefined()
    }
  })

  it('is read by no script of another site, and neither is an answer of the public API', async () => {
    const test = await createTestApp()
    onTestFinished(() => test.close())
    for (const [method, path] of [
      ...asked.map((path) => ['GET', path] as const),
      ...['login', 'register', 'verify', 'session/track'].map((call) => ['POST', `/api/v1/${call}`] as const),
      ...['/api/auth/login', '/api/auth/register'].map((path) => ['POST', path] as const),
    ]) {
      const preflight = { 'access-control-request-method': method, 'access-control-request-headers': 'x-api-key' }
      for (const origin of ['https://evil.example', 'null', 'http://localhost']) {
        const call = { headers: { origin, 'x-api-key': 'x' }, ...(method === 'POST' && { body: {} }) }
        const answers = [
          await test.call(method, path, call),
          await test.call('OPTIONS', path, { headers: { origin, ...preflight } }),
        ]
        for (const { headers } of answers) {
          expect(
            Object.keys(headers).filter((name) => name.startsWith('access-control-')),
            path,
          ).toEqual([])
        }
      }
    }
  })

  it('comes to no method that is not served', async () => {
    const test = await createTestApp()
    onTestFinished(() => test.close())
    for (const method of ['TRACE', 'OPTIONS', 'HEAD', 'CONNECT', 'PROPFIND']) {
      expect((await test.call(method, '/api/auth/options')).status, method).toBe(404)
    }
  })
})
