import { createHash } from 'node:crypto'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { importMaxBytes } from '../../src/shared/contract/imports.ts'
import { ndjsonLines } from '../harness/import-file.ts'
import { clientAddress, openProxiedClient, type ProxiedClient } from '../harness/proxied-client.ts'
import { acceptsTls, hasProxy, proxyNames, type RunningProxy, startProxy } from '../harness/proxies.ts'
import { selfSigned } from '../harness/self-signed.ts'
import { hasValidSignature, newNonce } from '../harness/signing-client.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { newToken, password } from '../harness/world.ts'

const metricsToken = 'a-token-of-the-metrics-that-is-long-enough'
/** An address that a client claims to have. */
const forged = '203.0.113.9'

/** Each recipe of `deploy/proxy` in the real proxy before the real server. What takes minutes is in `npm run faults proxies`. */
describe.each(proxyNames)('the recipe for %s', (name) => {
  describe.skipIf(!hasProxy(name))('in the real proxy', () => {
    let server: RunningServer
    let proxy: RunningProxy
    let client: ProxiedClient
    let application: { readonly id: number; readonly apiKey: string }
    beforeAll(async () => {
      server = await startServer({ env: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken } })
      proxy = await startProxy(name, server.origin)
      client = openProxiedClient(proxy)
      application = (await server.api<typeof application>('POST', '/api/applications', { name })).body
    })
    afterAll(async () => {
      client?.close()
      await proxy?.stop()
      await server?.stop()
    })

    const asOwner = () => ({ cookie: server.owner.cookie })
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      client.call(`/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': application.apiKey, ...headers },
        body: JSON.stringify(body),
      })
    const isOwnAddress = async (address: string, headers: Record<string, string> = {}) => {
      const search = new URLSearchParams({ type: 'ip', value: address })
      const answer = await client.call(`/api/blacklist/check?${search}`, { headers: { ...asOwner(), ...headers } })
      expect(answer.status).toBe(200)
      return (JSON.parse(answer.text) as { isOwnAddress: boolean }).isOwnAddress
    }

    it('tells the address of the client, and believes none that the client claims', async () => {
      const claims = { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }
      for (const headers of [{}, claims, { 'x-forwarded-for': `${forged}, 127.0.0.1` }]) {
        expect(await isOwnAddress(clientAddress, headers)).toBe(true)
        expect(await isOwnAddress(forged, headers)).toBe(false)
        expect(await isOwnAddress('127.0.0.1', headers)).toBe(false)
      }
    })

    it("passes the dashboard's events on one by one, without waiting for more", async () => {
      const events = await client.open('/api/events', { headers: asOwner() })
      expect(events.status).toBe(200)
      await events.until(': open')
      await post('register', { username: 'seen live', password, hwid: 'Board-1' })
      await events.until('event: changed')
      expect(events.hasEnded()).toBe(false)
    })

    it('keeps the connection of a program over its calls', async () => {
      const made = await post('register', { username: 'kept', password, hwid: 'Board-2' })
      const { user_id } = JSON.parse(made.text) as { user_id: number }
      const session_token = newToken()
      const beat = { action: 'heartbeat', session_token }
      const answers = [
        await post('session/track', { action: 'start', user_id, session_token, hwid: 'Board-2' }),
        await post('session/track', beat),
        await post('session/track', beat),
      ]
      expect(answers.map(({ text }) => JSON.parse(text).code)).toEqual([
        'session_started',
        'session_alive',
        'session_alive',
      ])
      expect(new Set([made, ...answers].map(({ connection }) => connection)).size).toBe(1)
    })

    it('speaks TLS 1.2 and newer, and not 1.1', async () => {
      expect(await acceptsTls(proxy.port, 'TLSv1.2')).toBe(true)
      expect(await acceptsTls(proxy.port, 'TLSv1.1')).toBe(false)
      const old = createServer({ ...selfSigned(), minVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
      onTestFinished(() => void old.close())
      await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
      const address = old.address()
      // our side could speak it
      expect(await acceptsTls(typeof address === 'object' && address ? address.port : 0, 'TLSv1.1')).toBe(true)
    })

    it('lets a file of 50 MiB in, and leaves the refusal of a larger one to the server, which then serves on', async () => {
      const send = async (bytes: number) => {
        // a refused upload stops in the middle, and its connection with it
        const sender = openProxiedClient(proxy)
        onTestFinished(sender.close)
        return sender.call(`/api/applications/${application.id}/imports?kind=users&format=csv&dryRun=true`, {
          method: 'POST',
          headers: { ...asOwner(), 'content-type': 'text/csv' },
          // not UTF-8: read as a whole, and then not worth any work
          body: Buffer.alloc(bytes, 0xe9),
        })
      }
      const largest = await send(importMaxBytes)
      expect(largest.status).toBe(200)
      expect(ndjsonLines<{ message?: string }>(largest.text).at(-1)?.message).toMatch(/UTF-8/)
      const larger = await send(importMaxBytes + 1024 * 1024)
      expect(larger.status).toBe(413)
      expect(JSON.parse(larger.text)).toMatchObject({ code: 'payload_too_large' })
      // The proxy may send it over the connection of the refused file.
      const next = await post('register', { username: 'the next one', password, hwid: 'Board-4' })
      expect(next.status).toBe(200)
    })

    it('leaves a signed answer as it is, for clients that would take it compressed', async () => {
      const body = JSON.stringify({ username: 'signed', password, hwid: 'Board-3' })
      const nonce = newNonce()
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
      const headers = { 'x-nonce': nonce, 'content-digest': digest, 'accept-encoding': 'gzip, br' }
      const answer = await post('register', JSON.parse(body), headers)
      const keys = await server.api<{ current: { publicKey: string } }>(
        'GET',
        `/api/applications/${application.id}/signing-keys`,
      )
      const key = keys.body.current.publicKey
      const seen = { method: 'POST', path: '/api/v1/register', nonce, requestBody: body, status: answer.status }
      expect(answer.status).toBe(200)
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(await hasValidSignature({ ...seen, headers: answer.headers, body: answer.text }, key)).toBe(true)
      expect(await hasValidSignature({ ...seen, headers: answer.headers, body: `${answer.text} ` }, key)).toBe(false)
    })

    const saysWithCode = async () => {
      const alone = await startProxy(name, 'http://127.0.0.1:1')
      const asking = openProxiedClient(alone)
      try {
        const { status, headers, text } = await asking.call('/api/v1/login', { method: 'POST', body: '{}' })
        expect([status, headers['content-type']]).toEqual([503, 'application/json'])
        expect(JSON.parse(text)).toMatchObject({ success: false, code: 'unavailable' })
      } finally {
        asking.close()
        await alone.stop()
      }
    }
    // the others say it in their own words
    if (name === 'haproxy') it('says with a code that no server answers', saysWithCode)

    it('shows the metrics to nobody outside, also to those who know the token', async () => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      expect((await fetch(`${server.origin}/metrics`, { headers })).status).toBe(200)
      for (const path of ['/metrics', '/metrics?x=1', '/%6detrics', '/metrics/', '//metrics']) {
        const answer = await client.call(path, { headers })
        expect(answer.text, path).not.toContain('keywright_build_info')
        expect([301, 307, 308, 404], path).toContain(answer.status)
      }
      expect((await client.call('/metrics', { headers })).status).toBe(404)
    })
  })
})
