import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../test/create-test-app.ts'

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
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
      expect(headers['strict-transport-security'], path).toBe(transport)
      // No other site's script may read an answer.
      expect(headers['access-control-allow-origin'], path).toBeUndefined()
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
