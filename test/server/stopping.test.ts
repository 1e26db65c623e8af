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
