import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { compressFiles } from '../../../scripts/compress-files.mjs'
import { createTestApp, type TestApp } from '../../../test/harness/create-test-app.ts'
import { openIdentityProvider } from '../../../test/harness/identity-provider.ts'

const page =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="session" content="__SESSION__">' +
  '<meta name="robots" content="noindex" /><title>Keywright</title>the page'
const landing =
  '<!doctype html><link rel="canonical" href="__ORIGIN__/" /><meta property="og:title" content="Licensing" />' +
  '<meta property="og:image" content="__ORIGIN__/users.jpg" /><meta name="demo" content="__DEMO__" />' +
  'what a visitor reads '.repeat(200)
const script = Buffer.from('export const words = "as many as it takes"\n'.repeat(500))
const font = Buffer.from(Array.from({ length: 4096 }, (_, i) => i % 7))
/** Text files and their content types. */
const texts = {
  'logo.svg': 'image/svg+xml; charset=utf-8',
  'robots.txt': 'text/plain; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'site.json': 'application/json; charset=utf-8',
}

/** Files that may lie beside a build and must not be served. */
const hidden = [
  '.git/HEAD',
  '.git/objects/ab/cdef',
  '.svn/entries',
  '.env',
  'assets/.htaccess',
  'assets/start-abc123.js.map',
]

let folder: string
let test: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keywright-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'landing.html'), landing)
  await writeFile(join(folder, 'assets/start-abc123.js'), script)
  await writeFile(join(folder, 'assets/text-abc123.woff2'), font)
  for (const name of Object.keys(texts)) await writeFile(join(folder, name), 'text')
  for (const file of hidden) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), 'hidden')
  }
  await compressFiles(['assets/start-abc123.js', ...Object.keys(texts)].map((file) => join(folder, file)))
  test = await createTestApp({ webFolder: folder })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => test.http.inject({ method: 'GET', url, headers })
const plain = (bytes: Buffer) => bytes

describe('a file of the web', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['zstd', undefined, plain],
    ['x-brotli', undefined, plain],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['br; q=0.0, gzip ; q=0', undefined, plain],
    ['gzip;q=1, br;q=0.1', 'br', brotliDecompressSync],
    ['identity', undefined, plain],
    ['', undefined, plain],
  ])(
    'to who accepts "%s" travels as %s, is the same after unpacking, and caches are told',
    async (accepted, encoding, unpack) => {
      for (let time = 0; time < 2; time += 1) {
        const answer = await get('/assets/start-abc123.js', { 'accept-encoding': accepted })
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(answer.headers.vary).toBe('Accept-Encoding')
        expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
        expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
        expect(unpack(answer.rawPayload).equals(script)).toBe(true)
        if (encoding) expect(answer.rawPayload.length).toBeLessThan(script.length / 4)
      }
    },
  )

  it('that is compressed already is sent as it is', async () => {
    const answer = await get('/assets/text-abc123.woff2', { 'accept-encoding': 'gzip, br' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toBeUndefined()
    expect(answer.rawPayload.equals(font)).toBe(true)
  })

  it('that gets no smaller is sent as it is, and nothing varies', async () => {
    for (const name of Object.keys(texts)) {
      const { headers, payload } = await get(`/${name}`, { 'accept-encoding': 'gzip, br' })
      expect([headers['content-encoding'], headers.vary, payload]).toEqual([undefined, undefined, 'text'])
    }
  })

  it('that the build has compressed has no second address', async () => {
    for (const ending of ['br', 'gz']) expect((await get(`/assets/start-abc123.js.${ending}`)).statusCode).toBe(404)
  })

  it('of text names its type and charset, and so does the page', async () => {
    for (const [name, type] of Object.entries(texts)) expect((await get(`/${name}`)).headers['content-type']).toBe(type)
    for (const path of ['/', '/login', '/nowhere']) {
      expect((await get(path)).headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  it.each(hidden)('that is hidden is not served: %s', async (file) => {
    const { statusCode, payload } = await get(`/${file}`)
    expect(statusCode).toBe(404)
    expect(payload).not.toContain('hidden')
  })

  it('that is missing is not found, and never the page', async () => {
    for (const url of ['/assets/start-old.js', '/assets/', '/api/nothing']) {
      const answer = await get(url, { accept: 'text/html', 'accept-encoding': 'gzip, br' })
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.payload).not.toContain('the page')
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

describe.each([
  ['an asset', '/assets/start-abc123.js', 'public, max-age=31536000, immutable', 'Accept-Encoding'],
  ['a font', '/assets/text-abc123.woff2', 'public, max-age=31536000, immutable', undefined],
  ['a file', '/robots.txt', 'no-cache', undefined],
  ['the landing page', '/', 'no-store', 'Accept-Encoding, Cookie'],
  ['the OpenAPI document', '/api/openapi.json', 'no-cache', 'Accept-Encoding'],
])('%s', (_name, url, cacheControl, vary) => {
  const accepted = ['br', 'gzip', 'identity']

  it('has a strong ETag per encoding, and is not sent to who has it', async () => {
    const tags = new Set<unknown>()
    for (const encoding of accepted) {
      const first = await get(url, { 'accept-encoding': encoding })
      const { etag, 'cache-control': cached } = first.headers
      expect([first.statusCode, cached, first.headers.vary]).toEqual([200, cacheControl, vary])
      expect(etag).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/)
      for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
        const { statusCode, headers, rawPayload } = await get(url, {
          'accept-encoding': encoding,
          'if-none-match': String(known),
        })
        expect([statusCode, rawPayload.length, headers['content-encoding']]).toEqual([304, 0, undefined])
        expect([headers.etag, headers['cache-control'], headers.vary]).toEqual([etag, cacheControl, vary])
      }
      for (const known of ['"other"', String(etag).slice(0, -3), '']) {
        expect((await get(url, { 'accept-encoding': encoding, 'if-none-match': known })).statusCode).toBe(200)
      }
      tags.add(etag)
    }
    expect(tags.size).toBe(vary?.startsWith('Accept') ? accepted.length : 1)
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    for (const encoding of accepted) {
      const headers = { 'accept-encoding': encoding }
      const [head, whole] = await Promise.all([test.http.inject({ method: 'HEAD', url, headers }), get(url, headers)])
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
      for (const changing of ['date', 'x-request-id', 'content-security-policy']) {
        delete head.headers[changing]
        delete whole.headers[changing]
      }
      expect(head.headers).toEqual(whole.headers)
      expect(Number(head.headers['content-length'])).toBe(whole.rawPayload.length)
    }
  })
})

describe('the page', () => {
  it('has no ETag, since each response has its own nonce, and answers HEAD', async () => {
    for (const url of ['/login', '/app/7']) {
      const head = await test.http.inject({ method: 'HEAD', url, headers: { 'if-none-match': '*' } })
      const whole = await get(url, { 'if-none-match': '*' })
      expect([head.statusCode, whole.statusCode, head.payload]).toEqual([200, 200, ''])
      expect([head.headers.etag, whole.headers.etag]).toEqual([undefined, undefined])
      expect(Number(head.headers['content-length'])).toBe(whole.rawPayload.length)
    }
  })

  it.each([
    [undefined, 'none'],
    ['', 'none'],
    ['rm=abc', 'none'],
    ['theme=sid; notsid=abc; my__Host-sid=abc', 'none'],
    ['sid=abc', 'maybe'],
    ['rm=abc; sid=abc', 'maybe'],
    ['rm=abc;__Host-sid=abc', 'maybe'],
  ])('sent to who brings the cookies %j says of the session: %s', async (cookie, session) => {
    for (const url of [...(session === 'none' ? [] : ['/']), '/login', '/nowhere']) {
      const answer = await get(url, cookie === undefined ? {} : { cookie })
      expect(answer.payload).toContain(`<meta name="session" content="${session}">`)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

describe('the policy of the page', () => {
  const policyAt = async (path: string, of = test) => {
    const { headers } = await of.http.inject({ method: 'GET', url: path })
    const parts = String(headers['content-security-policy']).split('; ')
    return Object.fromEntries(parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))
  }

  it('lets it run and load its own files alone: no eval, no script in the page, no other site, no frame', async () => {
    for (const path of ['/', '/login', '/app/7', '/nowhere']) {
      expect(await policyAt(path)).toEqual({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': expect.stringMatching(/^'self' 'nonce-[A-Za-z0-9+/]{24}'$/),
        'connect-src': "'self'",
        'img-src': "'self' data:",
        'font-src': "'self'",
        'manifest-src': "'self'",
        'base-uri': "'none'",
        'object-src': "'none'",
        'frame-ancestors': "'none'",
        'form-action': "'self'",
        'require-trusted-types-for': "'script'",
      })
    }
    expect(await policyAt('/')).not.toEqual(await policyAt('/'))
  })

  it('lets it talk to the identity provider on the one page that signs in there', async () => {
    const provider = await openIdentityProvider()
    const provided = await createTestApp({ webFolder: folder, env: provider.env })
    onTestFinished(async () => {
      await provided.close()
      provider.close()
    })
    expect((await policyAt('/firebase-login', provided))['connect-src']).toBe(`'self' ${provider.origin}`)
    expect((await policyAt('/login', provided))['connect-src']).toBe("'self'")
  })
})

describe('the head of the page', () => {
  it.each(['/login', '/login/', '/login?next=%2Fapp%2F7'])('at %s may be indexed and says what it is', async (path) => {
    const { body, statusCode } = await get(path)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('noindex')
    expect(body).toContain('<title>Sign in to Keywright</title>')
    expect(body).toMatch(/<meta name="description" content="[^"]{50,150}" \/>/)
    expect(body).not.toContain('__')
  })

  it('at / has the addresses of the server that has one, and none otherwise', async () => {
    const { body } = await get('/')
    expect(body).toContain('<meta property="og:title" content="Licensing" /><meta name="demo" content="off" />')
    expect(body).not.toMatch(/__|canonical|og:image/)
    const named = await createTestApp({ webFolder: folder, env: { PUBLIC_URL: 'https://keys.example.com' } })
    onTestFinished(() => named.close())
    const { body: located } = await named.http.inject({ method: 'GET', url: '/' })
    expect(located).toContain('<link rel="canonical" href="https://keys.example.com/" />')
    expect(located).toContain('<meta property="og:image" content="https://keys.example.com/users.jpg" />')
    expect(located).not.toContain('__')
  })

  it.each(['/setup', '/app/7', '/account', '/loginx'])('at %s is kept out of every index', async (path) => {
    expect((await get(path)).body).toContain('<meta name="robots" content="noindex" />')
  })
})
