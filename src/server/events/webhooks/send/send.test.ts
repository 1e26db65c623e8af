import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { oddHosts } from '../../../../../bench/faults/ssrf-addresses.ts'
import { hasOpenssl, selfSigned } from '../../../../../test/harness/self-signed.ts'
import { type Receiver, startReceiver } from '../../../../../test/harness/webhook-receiver.ts'
import { WebAddress } from '../../../../shared/contract/fields.ts'
import { formatOfUrl } from '../../../../shared/webhook-formats.ts'
import { parseNetwork } from '../../../lib/canonical.ts'
import type { Resolve } from './connect.ts'
import { openSender, type Sender } from './send.ts'

const loopback = [parseNetwork('127.0.0.0/8')].filter((network) => network !== undefined)
const noName: Resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))

describe('sending a webhook', () => {
  let canary: Receiver
  const senders: Sender[] = []
  const servers: Server[] = []
  beforeAll(async () => {
    canary = await startReceiver()
  })
  afterEach(async () => {
    for (const sender of senders.splice(0)) await sender.close()
    for (const server of servers.splice(0)) server.closeAllConnections()
  })
  afterAll(() => canary.close())

  const sender = (options: Partial<Parameters<typeof openSender>[0]> = {}) => {
    const made = openSender({ resolve: noName, allowed: [], timeoutMs: 2_000, ...options })
    senders.push(made)
    return made
  }
  const send = (url: string, options: Partial<Parameters<typeof openSender>[0]> = {}) =>
    sender(options).send({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
  /** Another spelling of the canary's address. */
  const at = (host: string) => `http://${host}:${canary.port}/`

  it('reaches a receiver that the installation allows, and reads its answer', async () => {
    const got = await send(canary.url, { allowed: loopback })
    expect(got).toMatchObject({ code: 200, error: null, answer: 'ok', retryAfter: null })
    expect(canary.received.splice(0)).toMatchObject([{ body: '{}', path: '/hook' }])
  })

  it.each(oddHosts)('does not reach this machine by %s', async (host) => {
    const url = at(host)
    // Text that is not a URL is rejected when the webhook is saved.
    if (!WebAddress.safeParse(url).success) return
    const got = await send(url, { resolve: async () => ['127.0.0.1'] })
    expect(got).toMatchObject({ code: null, error: expect.stringContaining('Address not allowed') })
    expect(canary.received).toEqual([])
  })

  it('refuses a name of which one address among others is forbidden, whatever their order', async () => {
    for (const addresses of [
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
      ['2606:4700:4700::1111', '::1'],
      ['::ffff:127.0.0.1'],
      [],
    ]) {
      const got = await send(at('receiver.test'), { resolve: async () => addresses })
      expect(got.error).toMatch(/^Address not allowed: .*WEBHOOK_ALLOW_CIDRS/)
    }
    expect(canary.received).toEqual([])
  })

  it('asks for the name once for a connection, and dials what it was told and checked', async () => {
    let asked = 0
    const resolve: Resolve = async () => {
      asked += 1
      return [asked % 2 === 0 ? '127.0.0.1' : '192.0.2.1']
    }
    const made = sender({ resolve, timeoutMs: 300 })
    for (let round = 0; round < 4; round += 1) {
      await made.send({ url: at('flip.test'), headers: {}, body: '{}' })
    }
    expect(asked).toBe(4)
    expect(canary.received).toEqual([])
  })

  it('keeps Host and path of the name it was given', async () => {
    const got = await send(`${at('receiver.test')}a?b=c`, { allowed: loopback, resolve: async () => ['127.0.0.1'] })
    expect(got.code).toBe(200)
    const [received] = canary.received.splice(0)
    expect(received?.headers.host).toBe(`receiver.test:${canary.port}`)
    expect(received?.path).toBe('/a?b=c')
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (code) => {
    const redirecting = await startReceiver()
    redirecting.answerWith((response) => response.writeHead(code, { location: canary.url }).end())
    const got = await send(redirecting.url, { allowed: loopback })
    expect(got).toMatchObject({ code, error: `Response ${code}. Redirects aren't followed.` })
    expect(canary.received).toEqual([])
    await redirecting.close()
  })

  it('knows no proxy of the environment', async () => {
    const before = { ...process.env }
    const proxy = `http://127.0.0.1:${canary.port}`
    Object.assign(process.env, { HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy, NODE_USE_ENV_PROXY: '1' })
    const got = await send('http://receiver.test/', { resolve: async () => ['192.0.2.1'] })
    process.env = before
    expect(got.error).toContain('Address not allowed: 192.0.2.1')
    expect(canary.received).toEqual([])
  })

  it.each([25, 22, 6667])('does not speak to port %i, not even where addresses are allowed', async (port) => {
    const got = await send(`http://127.0.0.1:${port}/`, { allowed: loopback })
    expect(got).toMatchObject({ code: null, error: `Port not allowed: ${port}.` })
  })

  it('tells a refused connection, a broken one, a missing name and a silent receiver apart', async () => {
    const closed = await startReceiver()
    await closed.close()
    expect((await send(closed.url, { allowed: loopback })).error).toBe('Connection refused.')
    const breaking = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(breaking, 'listening')
    const address = breaking.address() as { port: number }
    expect((await send(`http://127.0.0.1:${address.port}/`, { allowed: loopback })).error).toBe('Connection lost.')
    breaking.close()
    expect((await send('http://no-such-name.test/')).error).toBe('Host name not found.')
    const silent = await startReceiver()
    silent.answerWith(() => {})
    const got = await send(silent.url, { allowed: loopback, timeoutMs: 300 })
    expect(got).toMatchObject({ code: null, error: 'No response within 0.3 s.' })
    await silent.close()
  })

  it('tells a receiver that speaks no TLS from one that does', async () => {
    const got = await send(`https://127.0.0.1:${canary.port}/`, { allowed: loopback })
    expect(got.code).toBeNull()
    expect(got.error).toMatch(/^The connection (failed|was broken off)/)
  })

  it.skipIf(!hasOpenssl)('sends nothing to a receiver whose certificate nobody trusts', async () => {
    let asked = 0
    const untrusted = createTlsServer(selfSigned(), (_request, response) => {
      asked += 1
      response.end('ok')
    }).listen(0, '127.0.0.1')
    servers.push(untrusted)
    await once(untrusted, 'listening')
    const { port } = untrusted.address() as { port: number }
    const got = await send(`https://127.0.0.1:${port}/`, { allowed: loopback })
    expect([got.code, asked]).toEqual([null, 0])
    expect(got.error).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  it('reads two KiB of an answer however long it is, unpacks nothing, and never waits for its end', async () => {
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const bomb = gzipSync(Buffer.alloc(1_000_000))
      const write = () => {
        while (response.write(bomb) && !response.destroyed) {
          // until the receiver's buffers are full
        }
      }
      response.on('drain', write)
      write()
    }).listen(0, '127.0.0.1')
    servers.push(endless)
    await once(endless, 'listening')
    const { port } = endless.address() as { port: number }
    const got = await send(`http://127.0.0.1:${port}/`, { allowed: loopback })
    expect(got).toMatchObject({ code: 200, error: null })
    expect(got.answer?.length).toBeLessThanOrEqual(2048)
  })

  it('ends with a receiver that drips', async () => {
    const dripping = createServer((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    }).listen(0, '127.0.0.1')
    servers.push(dripping)
    await once(dripping, 'listening')
    const { port } = dripping.address() as { port: number }
    const got = await send(`http://127.0.0.1:${port}/`, { allowed: loopback, timeoutMs: 300 })
    expect(got).toMatchObject({ code: 200, error: null })
    expect(got.answer).toMatch(/^\.+$/)
  })
})

describe('the format that an address asks for', () => {
  it.each([
    ['https://discord.com/api/webhooks/1/abc', 'discord'],
    ['https://canary.discord.com/api/v10/webhooks/1/abc', 'discord'],
    ['https://discordapp.com/api/webhooks/1/abc?thread_id=4', 'discord'],
    ['https://hooks.slack.com/services/T/B/x', 'slack'],
    ['https://api.telegram.org/bot1:abc/sendMessage?chat_id=1', 'telegram'],
    ['https://discord.com.evil.test/api/webhooks/1/abc', 'json'],
    ['https://evil.test/discord.com/api/webhooks/1/abc', 'json'],
    ['https://discord.com/login', 'json'],
    ['nonsense', 'json'],
  ])('of %s is %s', (url, format) => expect(formatOfUrl(url)).toBe(format))
})
