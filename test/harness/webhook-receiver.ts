import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createSocketServer } from 'node:net'

/** A recorded request. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

export interface Receiver {
  /** Its address, on this machine. */
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Sets how it responds from now on; 200 by default. */
  answerWith(answer: (response: ServerResponse, request: Received) => void): void
  /** Resolves once this many requests have been received in total. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** A local webhook endpoint that records requests. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let answer = (response: ServerResponse, _request: Received): void => {
    response.end('ok')
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = { headers: request.headers, body: Buffer.concat(chunks).toString(), path: request.url ?? '' }
      received.push(got)
      answer(response, got)
      for (const look of waiting) look()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${listening}/hook`,
    port: listening,
    received,
    answerWith(next) {
      answer = next
    },
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Accepts connections and never responds. */
export async function startSilent() {
  const server = createSocketServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
