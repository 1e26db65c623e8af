import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { parseNetwork } from '../../../lib/canonical.ts'
import { openSender } from './send.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What a receiver's answer comes to; the sender waits for it as long as it likes. */
async function answerOf(answer: (response: ServerResponse) => void): Promise<string | null> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  const loopback = parseNetwork('127.0.0.0/8')
  const sender = openSender({
    resolve: async () => ['127.0.0.1'],
    allowed: loopback ? [loopback] : [],
    timeoutMs: 600_000,
  })
  closing.push(
    () => sender.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { code, answer: text } = await sender.send({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' })
  expect(code).toBe(200)
  return text
}

describe('the answer of a receiver', () => {
  it('is not waited for beyond its first two KiB', async () => {
    // More never comes, and the answer never ends: only hanging up brings a result.
    expect(await answerOf((response) => response.write('a'.repeat(4096)))).toBe('a'.repeat(2048))
    expect(await answerOf((response) => response.write('b'.repeat(2048)))).toBe('b'.repeat(2048))
  })

  it('counts as far as it came when it breaks off, and signs that no database takes are replaced', async () => {
    const broken = await answerOf((response) =>
      response.write('first\u0000\tline\n', () => setImmediate(() => response.destroy())),
    )
    expect(broken).toBe('first\ufffd\tline\n')
  })
})
