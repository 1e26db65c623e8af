import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../harness/start-server.ts'

/**
 * A connection with the beginning of a request: the server has to wait for the rest of it. It was answered once before, so
 * that the server knows it when the beginning comes.
 */
async function beginRequest(
  origin: string,
  begun: string,
): Promise<{ socket: Socket; finish(rest: string): Promise<string> }> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.write(begun)
  return {
    socket,
    async finish(rest) {
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      const closed = once(socket, 'close')
      socket.write(rest)
      await closed
      return text
    },
  }
}

it('a stopping server is alive and not ready, and answers what was begun in the known shape', async () => {
  const server = await startServer()
  onTestFinished(server.stop)
  const { body } = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Stopping' })
  const login = JSON.stringify({ username: 'nobody', password: 'none' })
  const [ready, alive, call] = await Promise.all([
    beginRequest(server.origin, 'GET /readyz HTTP/1.1\r\nHost: x\r\n'),
    beginRequest(server.origin, 'GET /healthz HTTP/1.1\r\nHost: x\r\n'),
    beginRequest(
      server.origin,
      `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nX-API-Key: ${body.apiKey}\r\nContent-Type: application/json\r\n`,
    ),
  ])
  // They are read in order: once this is answered, the partial requests above have been read.
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  const ended = server.stop()
  await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('stopping')
  await expect
    .poll(
      () =>
        fetch(`${server.origin}/readyz`).then(
          () => 'up',
          () => 'refused',
        ),
      { timeout: 30_000 },
    )
    .toBe('refused')

  const answers = await Promise.all([
    ready.finish('\r\n'),
    alive.finish('\r\n'),
    call.finish(`Content-Length: ${login.length}\r\n\r\n${login}`),
  ])
  expect(answers.map((text) => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1])).toEqual(['503', '200', '401'])
  for (const text of answers) expect(text).toMatch(/\r\nconnection: close\r\n/i)
  expect(answers[0]).toContain('"status":"stopping"')
  expect(answers[1]).toContain('"status":"ok"')
  expect(answers[2]).toContain('"code":"invalid_credentials"')
  await ended
  expect(server.process.exitCode).toBe(0)
})

it('a server told to stop is not ready at once and serves on for the time that is set; SIGHUP changes nothing', async () => {
  const server = await startServer({ env: { DRAIN_SECONDS: '6' } })
  onTestFinished(server.stop)
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(server.origin + path, init)).status
  server.process.kill('SIGHUP')
  await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('SIGHUP is ignored')
  expect(await statusOf('/readyz')).toBe(200)
  const { body } = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Draining' })
  const ended = server.stop()
  await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(503)
  const login = await fetch(`${server.origin}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': body.apiKey },
    body: JSON.stringify({ username: 'nobody', password: 'none' }),
  })
  expect([login.status, await login.json()]).toEqual([401, expect.objectContaining({ code: 'invalid_credentials' })])
  expect(await statusOf('/healthz')).toBe(200)
  await ended
  expect(server.process.exitCode).toBe(0)
})

it('answers what is no request with a code', async () => {
  const server = await startServer({ hasOwner: false })
  onTestFinished(server.stop)
  const { socket, finish } = await beginRequest(server.origin, '')
  const text = await finish('no request at all\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(text).toContain('"code":"invalid_request"')
  expect(socket.destroyed).toBe(true)
})
