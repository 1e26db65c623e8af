import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../bench/statistics.ts'
import { signedAt } from '../../../../clients/node/keywright.mjs'
import { createTestApp, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import {
  askSigned,
  type Exchange,
  forSample,
  hasValidSignature,
  newNonce,
  signatureHeaders,
  signedBy,
  tampered,
} from '../../../../test/harness/signing-client.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

const app = useTestApp()
let maker: Awaited<ReturnType<TestApp['account']>>
let apiKey: string
let id: number
let addresses = 0

async function makeApplication(): Promise<{ id: number; apiKey: string }> {
  const { body } = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Signed' })
  return body
}
const publicKeys = async (applicationId = id) => {
  const [next, current] = await app.stores.signingKeys.list(applicationId)
  if (!next || !current) throw new Error('no keys')
  return { current: current.publicKey, next: next.publicKey }
}
/** An address of its own, so that no limit of another test applies. */
const newAddress = () => {
  addresses += 1
  return `10.0.${addresses >> 8}.${addresses & 255}`
}
type Options = Parameters<typeof askSigned>[3]
const verify = (options: Options = {}, userId = 7) =>
  askSigned(app, '/api/v1/verify', { user_id: userId }, { apiKey, ip: newAddress(), ...options })
const present = ({ headers }: Pick<Exchange, 'headers'>) => signatureHeaders.filter((name) => name in headers)

beforeAll(async () => {
  maker = await app.account()
  ;({ id, apiKey } = await makeApplication())
})

describe('a nonce', () => {
  test.for(['0123456789abcdef', 'a'.repeat(64), '-_AZaz09-_AZaz09'])(
    'of the form %s is signed along',
    async (nonce) => {
      const answer = await verify({ nonce })
      expect(await signedBy(app, id, answer)).toBe(1)
      expect(answer.headers['signature-input']).toContain(`;nonce="${nonce}";`)
    },
  )

  test.for([
    '',
    'short',
    'a'.repeat(65),
    'with space in it 0',
    '"quoted"aaaaaaaaaaa',
    'ünïcödeünïcödeünï',
    `${newNonce()}, ${newNonce()}`,
  ])('of another form is refused unsigned: %j', async (nonce) => {
    const answer = await verify({ nonce: Buffer.from(nonce).toString('latin1') })
    expect(answer).toMatchObject({ status: 400, json: { success: false, code: 'invalid_request' } })
    expect(answer.json.message).toMatch(/^X-Nonce must be/)
    expect(present(answer)).toEqual([])
  })

  test('left out leaves the answer as it was without signatures', async () => {
    const body = { user_id: 7 }
    const headers = { 'x-api-key': apiKey, 'x-key-id': `app_${id}.rs256.1`, 'content-digest': 'sha-256=:wrong:' }
    const answer = await app.call('POST', '/api/v1/verify', { body, headers, ip: newAddress() })
    expect(Object.keys(answer.headers).sort()).toEqual(
      ['cache-control', 'connection', 'content-length', 'content-type', 'date', 'x-request-id'].sort(),
    )
    expect(answer.text).toMatch(
      /^\{"success":false,"code":"user_not_found","message":"User not found","request_id":"[0-9a-f-]{36}"\}$/,
    )
  })
})

describe('the digest of the request', () => {
  const digest = 'sha-256=:3bFjQIj5JXP3iNYDIw4ilTYxQhS0pdd0/tfEjyPHJsA=:'

  test('may be sent, and then it must be right', async () => {
    const bytes = '{"user_id":7}'
    const right = `sha-256=:${Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(bytes))).toString('base64')}:`
    expect(await verify({ bytes, headers: { 'content-digest': right } })).toMatchObject({ status: 404 })
    const wrong = await verify({ bytes, headers: { 'content-digest': digest } })
    expect(wrong).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', message: 'Content-Digest does not match the body' },
    })
    expect(await signedBy(app, id, wrong)).toBe(1)
  })
})

describe('the signature covers', () => {
  test('the path without the query, which may carry the key', async () => {
    const answer = await askSigned(app, `/api/v1/verify?api_key=${apiKey}`, { user_id: 7 }, { ip: newAddress() })
    expect(answer.path).toBe('/api/v1/verify')
    expect(await signedBy(app, id, answer)).toBe(1)
  })

  test('the bytes of the body as they were sent', async () => {
    for (const bytes of ['{ "user_id" : 7, "x": "ü 😀 \\u00e9" }', '{"user_id":7', '', '\ufeff{"user_id":7}']) {
      expect(await signedBy(app, id, await verify({ bytes }))).toBe(1)
    }
  })

  test('the path as the client sees it, behind a proxy that takes a prefix away', async () => {
    const behind = await createTestApp({ env: { PUBLIC_URL: 'https://example.com/auth/keys/' } })
    const owner = await behind.account()
    const made = await owner.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Behind' })
    const options = { apiKey: made.body.apiKey, prefix: '/auth/keys' }
    const answer = await askSigned(behind, '/api/v1/verify', { user_id: 7 }, options)
    expect(answer.path).toBe('/auth/keys/api/v1/verify')
    expect(await signedBy(behind, made.body.id, answer)).toBe(1)
    const fault = await askSigned(behind, '/api/v1/verify', undefined, { ...options, bytes: '{' })
    expect(await signedBy(behind, made.body.id, fault)).toBe(1)
    await behind.close()
  })
})

describe('nothing is accepted', () => {
  test('of which a character was changed', async () => {
    const { current, next } = await publicKeys()
    const user = await app.stores.transaction((tx) =>
      tx.appUsers.insert(id, { ...testUser, username: 'zoë', isHwidLocked: false, createdAt: app.clock.now() }),
    )
    const exchange = forSample(await verify({}, user))
    expect(exchange.status).toBe(200)
    expect(signedAt(exchange, [current, next])).toEqual(expect.any(Number))
    const seed = 20_261_120
    const changes = tampered(exchange, seededRandom(seed))
    const accepted = changes.filter(({ exchange: changed }) => signedAt(changed, [current, next]) !== undefined)
    printFigure(`signed answers: ${changes.length} changed characters, ${accepted.length} accepted (seed ${seed})`)
    expect(accepted).toEqual([])
  })

  test('that answered another request', async () => {
    const { current, next } = await publicKeys()
    const calls = await Promise.all(Array.from({ length: 12 }, (_, index) => verify({}, 100 + index)))
    const recorded = calls.map(forSample)
    const replays = recorded.flatMap((old) =>
      recorded
        .filter((asked) => asked !== old)
        .map(({ path, nonce, requestBody }) => ({ ...old, path, nonce, requestBody })),
    )
    expect(replays.filter((replay) => signedAt(replay, [current, next]) !== undefined)).toEqual([])
    const again = recorded.map((old) => ({ ...old, nonce: newNonce() }))
    expect(again.filter((replay) => signedAt(replay, [current, next]) !== undefined)).toEqual([])
  })

  test('that another application of the same server signed', async () => {
    const other = await makeApplication()
    const { current, next } = await publicKeys()
    const answer = await verify({ apiKey: other.apiKey })
    expect(await signedBy(app, other.id, answer)).toBe(1)
    expect(signedAt(forSample(answer), [current, next])).toBeUndefined()
    for (const key of [current, next]) expect(await hasValidSignature(answer, key)).toBe(false)
  })
})

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL')
  } catch {
    return false
  }
})()

test.skipIf(!hasOpenssl)('the openssl command line finds the signature right, and a changed one wrong', async () => {
  const { current } = await publicKeys()
  const answer = await verify()
  const digest = (text: string) =>
    execFileSync('openssl', ['dgst', '-sha256', '-binary'], { input: text }).toString('base64')
  const text = [
    `"@status": ${answer.status}`,
    `"content-digest": sha-256=:${digest(answer.body)}:`,
    `"@method";req: POST`,
    `"@path";req: /api/v1/verify`,
    `"content-digest";req: sha-256=:${digest(answer.requestBody)}:`,
    `"@signature-params": ${String(answer.headers['signature-input']).slice('lic='.length)}`,
  ].join('\n')
  const folder = mkdtempSync(join(tmpdir(), 'keywright-openssl-'))
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const pem = `-----BEGIN PUBLIC KEY-----\n${current.match(/.{1,64}/g)?.join('\n')}\n-----END PUBLIC KEY-----\n`
  const signature = Buffer.from(String(answer.headers.signature).slice(5, -1), 'base64')
  const args = ['dgst', '-sha256', '-verify', file('key.pem', pem), '-signature', file('signature', signature)]
  expect(execFileSync('openssl', [...args, file('text', text)], { encoding: 'utf8' })).toBe('Verified OK\n')
  expect(() => execFileSync('openssl', [...args, file('changed', `${text} `)], { stdio: 'pipe' })).toThrow()
  rmSync(folder, { recursive: true })
})

describe('signing is no lever', () => {
  test('at most 20 refusals a second are signed for one address, those beyond are an unsigned 429', async () => {
    const ip = newAddress()
    const answers: Exchange[] = []
    for (let n = 0; n < 30; n += 1) answers.push(await verify({ ip, headers: { 'content-digest': 'no' } }))
    expect(answers.slice(0, 20).map((answer) => [answer.status, present(answer).length])).toEqual(
      Array.from({ length: 20 }, () => [400, 3]),
    )
    for (const answer of answers.slice(20)) {
      expect(answer).toMatchObject({ status: 429, json: { success: false, code: 'rate_limited' } })
      expect(answer.headers['retry-after']).toBe('1')
      expect(present(answer)).toEqual([])
    }
    expect(present(await verify({}))).toHaveLength(3)
    app.clock.advance(1000)
    expect(present(await verify({ ip, headers: { 'content-digest': 'no' } }))).toHaveLength(3)
  })

  test('of more signatures than may wait, those beyond are an unsigned 503', async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => verify()))
    const signed = answers.filter((answer) => present(answer).length === 3)
    const refused = answers.filter((answer) => present(answer).length === 0)
    expect(signed.length).toBeGreaterThanOrEqual(256)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBe(400 - signed.length)
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, json: { success: false, code: 'unavailable' } })
      expect(answer.headers['retry-after']).toBe('2')
    }
    expect(await signedBy(app, id, signed.at(-1) as Exchange)).toBe(1)
  })
})

test('the OpenAPI document tells how to ask for a signature, and of the lease', async () => {
  const { body } = await app.call<{
    paths: Record<string, { post?: { parameters?: { $ref: string }[]; responses: Record<string, unknown> } }>
    components: { parameters: Record<string, { name: string }>; schemas: Record<string, unknown> }
  }>('GET', '/api/openapi.json')
  for (const path of ['/api/v1/login', '/api/v1/verify', '/api/v1/session/track', '/api/auth/register']) {
    const names = body.paths[path]?.post?.parameters?.map(
      ({ $ref }) => body.components.parameters[$ref.split('/').at(-1) ?? '']?.name,
    )
    expect(names).toEqual(expect.arrayContaining(['x-nonce', 'x-key-id', 'content-digest']))
  }
  const tells = (path: string) => {
    const success = JSON.stringify(body.paths[path]?.post?.responses['200'])
    const named = /"#\/components\/schemas\/(\w+)"/.exec(success)?.[1]
    return `${success}${JSON.stringify(body.components.schemas[named ?? ''])}`.includes('"lease"')
  }
  expect(['/api/v1/login', '/api/v1/verify', '/api/v1/register'].map(tells)).toEqual([true, true, false])
})
