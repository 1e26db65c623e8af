import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, signedInAccount } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import type { RawAnswer } from '../harness/raw-connection.ts'
import { holdSlowSockets, type SlowKind, sendRaw } from '../harness/raw-connection.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { sendBadInput } from './bad-input.ts'

const json = 'Content-Type: application/json'
const login = (...headers: string[]) => `POST /api/v1/login HTTP/1.1\r\n${['Host: x', ...headers].join('\r\n')}\r\n\r\n`
const closing = 'Connection: close'
const body = '{"username":"a","password":"b"}'
const chunked = 'Transfer-Encoding: chunked'

let server: RunningServer
let slow: Promise<Record<SlowKind, RawAnswer[]>>
let apiKey = ''

beforeAll(async () => {
  server = await startServer()
  const made = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Raw' })
  apiKey = made.body.apiKey
  // The server waits twenty seconds before it cuts them: everything else here is tried meanwhile.
  slow = holdSlowSockets(server.origin, 3)
})
afterAll(() => server?.stop())

describe('on real sockets', () => {
  const ask = (head: string) => sendRaw(server.origin, { head: head.replaceAll('{key}', apiKey) })

  it.each([
    ['Transfer-Encoding beside Content-Length', `${login(json, chunked, 'Content-Length: 5')}0\r\n\r\n`],
    ['two lengths', `${login(json, 'Content-Length: 5', 'Content-Length: 6')}{"a":1`],
    ['a length that is no number', login(json, 'Content-Length: 0x10')],
    ['a negative length', login(json, 'Content-Length: -1')],
    ['a transfer coding that hides another one', `${login(json, 'Transfer-Encoding: xchunked')}0\r\n\r\n`],
    ['chunked that is not the last coding', `${login(json, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`],
    ['a chunk of endless size', `${login(json, chunked)}fffffffffffffffff\r\n`],
    ['a chunk without a size', `${login(json, chunked)}zz\r\n\r\n`],
    ['a folded header', login(json, 'X-Folded: a\r\n b', 'Content-Length: 0')],
    ['bare line feeds', 'POST /api/v1/login HTTP/1.1\nHost: x\n\n'],
    ['NUL in a header', login(json, 'X-Nul: a\0b')],
    ['a space before the colon', login('Content-Length : 5')],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 'EVIL / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['binary rubbish', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    [
      'two API keys',
      `${login(json, closing, 'X-API-Key: {key}', 'X-API-Key: {key}', `Content-Length: ${body.length}`)}${body}`,
    ],
    [
      'two nonces',
      `${login(json, closing, 'X-API-Key: {key}', 'X-Nonce: 0123456789abcdef', 'X-Nonce: 0123456789abcdef', `Content-Length: ${body.length}`)}${body}`,
    ],
    [
      'two keys in the query',
      `${login(json, closing, 'Content-Length: 2').replace('login', 'login?api_key=a&api_key=b')}{}`,
    ],
  ])('%s: refused, and nothing behind it is answered', async (_name, head) => {
    const { status, text } = await ask(head)
    expect([400, 401], text).toContain(status)
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  it('a header of 16 KiB: refused', async () => {
    expect((await ask(login(`X-Long: ${'a'.repeat(16_384)}`))).status).toBe(431)
  })

  it.each([
    ['declared', login(json, closing, 'X-API-Key: {key}', 'Content-Length: 104857600')],
    [
      'that only comes',
      `${login(json, closing, 'X-API-Key: {key}', chunked)}8000\r\n${'a'.repeat(0x8000)}\r\n0\r\n\r\n`,
    ],
    ['of a shop', login(json, closing, 'Content-Length: 104857600').replace('/api/v1/login', '/api/shops/none')],
    [
      'to a portal',
      login(json, closing, 'Content-Length: 104857600').replace('/api/v1/login', '/api/portal/none/code'),
    ],
  ])('a huge body, %s: 413', async (_name, head) => {
    expect((await ask(head)).status).toBe(413)
  })

  it('a body of eight thousand brackets: 400', async () => {
    const deep = '['.repeat(4000) + ']'.repeat(4000)
    const { status } = await ask(`${login(json, closing, 'X-API-Key: {key}', `Content-Length: ${deep.length}`)}${deep}`)
    expect(status).toBe(400)
  })
})

describeOnBothDatabases('bad input', (open) => {
  it('of every kind, made from the contract, is refused in one shape and breaks nothing', async () => {
    const seed = Number(process.env.BAD_INPUT_SEED ?? randomInt(2 ** 31))
    const database = await open({ inMemory: true })
    // SQLite takes some text that PostgreSQL refuses; everything before the database is the same.
    const { generated, fromCorpus } =
      database.engine === 'sqlite' ? { generated: 2_500, fromCorpus: 500 } : { generated: 700, fromCorpus: 500 }
    const { sent, statuses, faults, ...slow } = await sendBadInput({ seed, generated, fromCorpus, database })
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    printFigure(`bad input on ${database.engine}, seed ${seed}: ${sent} requests (${counts.join(', ')})`)
    expect(faults.slice(0, 5).join('\n\n'), `seed ${seed}, slowest ${slow.slowestMs} ms: ${slow.slowest}`).toBe('')
    // Not all may be refused at the first check: then nothing behind it was tried.
    expect(statuses.get(200)).toBeGreaterThan(sent / 20)
  })

  it.each([
    'activity-logs?username=',
    'activity-logs?ip=',
    'activity-logs?code=',
    'applications/1/users?q=',
    'applications/1/licenses?q=',
  ])('NUL in what is looked for is refused before a database sees it: %s', async (search) => {
    const test = await createTestApp({ database: await open({ inMemory: true }) })
    const owner = await signedInAccount(test, 'owner')
    await owner.api('POST', '/api/applications', { name: 'First' })
    expect((await owner.api('GET', `/api/${search}a`)).status).toBe(200)
    for (const text of ['%00', 'a%00b']) expect((await owner.api('GET', `/api/${search}${text}`)).status).toBe(400)
    await test.close()
  })
})

it('headers and bodies that trickle, and connections that say nothing, are cut', async () => {
  const cut = await slow
  for (const [kind, answers] of Object.entries(cut)) {
    expect(
      answers.map(({ status }) => status),
      kind,
    ).toEqual([408, 408, 408])
  }
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
})
