import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressFiles } from '../../../scripts/compress-files.mjs'
import { createTestApp, type TestAccount, type TestApp } from '../../../test/harness/create-test-app.ts'

const words = 'what the guide says '.repeat(200)
const page = `<!doctype html><link rel="canonical" href="__ORIGIN__/docs/start" />${words}`
const files = {
  'index.html': '<!doctype html><title>Keywright</title>the app',
  'docs/start.html': page,
  'docs/start.md': `# Start\n\n${words}`,
  'docs/search.json': '[]',
  'llms.txt': '# Keywright',
}
/** Every address of the guide and its content type. */
const types = {
  '/docs/start': 'text/html; charset=utf-8',
  '/docs/start.md': 'text/markdown; charset=utf-8',
  '/docs/search.json': 'application/json; charset=utf-8',
  '/llms.txt': 'text/plain; charset=utf-8',
}

let folder: string
let open: TestApp
let closed: TestApp
let reader: TestAccount
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keywright-guide-'))
  await mkdir(join(folder, 'docs'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await compressFiles([join(folder, 'docs/start.md')])
  open = await createTestApp({ webFolder: folder, env: { PUBLIC_URL: 'https://licenses.example.com' } })
  closed = await createTestApp({ webFolder: folder, env: { PUBLIC_DOCS: 'off' } })
  reader = await closed.account()
})
afterAll(async () => {
  await Promise.all([open.close(), closed.close()])
  await rm(folder, { recursive: true })
})

const get = (test: TestApp, url: string, headers: Record<string, string> = {}) =>
  test.http.inject({ method: 'GET', url, headers })

describe('the guide for everybody', () => {
  it.each(Object.entries(types))('is served at %s, compressed, and not again to who has it', async (url, type) => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await get(open, url, { 'accept-encoding': encoding })
      expect([first.statusCode, first.headers['content-type']]).toEqual([200, type])
      expect(first.headers['cache-control']).toBe('no-cache')
      const again = await get(open, url, { 'accept-encoding': encoding, 'if-none-match': String(first.headers.etag) })
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
      const head = await open.http.inject({ method: 'HEAD', url, headers: { 'accept-encoding': encoding } })
      expect([head.statusCode, head.headers.etag, head.rawPayload.length]).toEqual([200, first.headers.etag, 0])
    }
  })

  it.each(['/docs/none', '/docs/none.md', '/docs/..%2findex.html', '/docs/start.html', '/docs/start/more'])(
    'has the page of a missing one at %s',
    async (url) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await open.http.inject({ method, url })
        expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      }
    },
  )

  it('has this server’s address in its canonical link, or none', async () => {
    const packed = await get(open, '/docs/start', { 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
    const text = brotliDecompressSync(packed.rawPayload).toString()
    expect(text).toContain('<link rel="canonical" href="https://licenses.example.com/docs/start" />')
    const unknown = await get(closed, '/docs/start', { cookie: reader.cookie })
    expect(unknown.payload).not.toContain('canonical')
    expect(unknown.payload).toContain(words)
  })

  it('may load its own files alone, with no style or script in the page', async () => {
    for (const test of [open, closed]) {
      const { headers } = await get(test, '/docs/start', { cookie: reader.cookie })
      const policy = String(headers['content-security-policy'])
      for (const part of ["default-src 'none'", "script-src 'self';", "style-src 'self';", "connect-src 'self';"]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toContain('nonce')
    }
  })

  it('has no page that the build did not write', async () => {
    for (const url of [
      '/docs/other',
      '/docs/start.html',
      '/docs/../index.html',
      '/docs/start.md.br',
      '/docs/start/x',
    ]) {
      const answer = await get(open, url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.payload).not.toContain(words)
    }
    expect((await get(open, '/docs/start/')).statusCode).toBe(200)
    expect((await get(open, '/docs')).payload).toContain('the app')
  })
})

describe('the guide with PUBLIC_DOCS=off', () => {
  it('leads visitors to the sign-in and gives them nothing', async () => {
    for (const cookie of ['', 'sid=made-up', 'sid=']) {
      const answer = await get(closed, '/docs/start', { cookie })
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login?next=%2Fdocs%2Fstart'])
      for (const url of Object.keys(types).slice(1)) expect((await get(closed, url, { cookie })).statusCode).toBe(401)
      for (const url of Object.keys(types))
        expect((await get(closed, url, { cookie })).payload).not.toContain('guide says')
    }
  })

  it('is read by who is signed in, and no cache keeps it', async () => {
    for (const [url, type] of Object.entries(types)) {
      const answer = await get(closed, url, { cookie: reader.cookie })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    await reader.api('POST', '/api/logout')
    expect((await get(closed, '/docs/start', { cookie: reader.cookie })).statusCode).toBe(302)
  })
})
