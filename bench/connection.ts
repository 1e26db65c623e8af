import { once } from 'node:events'
import { connect } from 'node:net'

/** A keep-alive connection with at most one request in flight. */
export interface Connection {
  /** Sends a request and resolves to the response's status once the response is complete. */
  send(request: Buffer): Promise<number>
  close(): void
}

interface Waiting {
  resolve(status: number): void
  reject(error: Error): void
}

/** Minimal HTTP client: it shares the CPU with the server under test. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const read = answerReader()
  let waiting: Waiting | undefined
  socket.on('data', (chunk) => {
    const status = read(chunk)
    if (status === undefined) return
    const answered = waiting
    waiting = undefined
    answered?.resolve(status)
  })
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) reject(new Error('the server has closed the connection'))
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Returns the status once the whole response has arrived. */
function answerReader(): (chunk: Buffer) => number | undefined {
  let begun: Buffer | undefined
  return (chunk) => {
    const answer = begun === undefined ? chunk : Buffer.concat([begun, chunk])
    begun = answer
    const headEnd = answer.indexOf('\r\n\r\n')
    if (headEnd === -1) return undefined
    const head = answer.toString('latin1', 0, headEnd)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) throw new Error(`an answer without a length:\n${head}`)
    if (answer.length < headEnd + 4 + Number(length)) return undefined
    begun = undefined
    return Number(head.slice(9, 12))
  }
}

/** The bytes of a POST with a JSON body. */
export function requestBytes(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const all = {
    host: '127.0.0.1',
    'user-agent': 'keywright-bench',
    'content-type': 'application/json',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
