import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { RunningProxy } from './proxies.ts'

interface ProxiedAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** The client's port: one number, one connection. */
  readonly connection: number | undefined
}

interface ProxiedCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A program that calls through a proxy, over one kept connection and from an address of its own. */
export interface ProxiedClient {
  call(path: string, call?: ProxiedCall): Promise<ProxiedAnswer>
  /** Opens a long answer and resolves with its first bytes; then it stays open until `close`. */
  open(path: string, call?: ProxiedCall): Promise<OpenAnswer>
  close(): void
}

interface OpenAnswer {
  readonly status: number
  /** The text of all bytes so far. */
  text(): string
  /** Whether the server, or the proxy, has ended it. */
  hasEnded(): boolean
  /** Resolves once the text has these words; rejects if the answer ends before. */
  until(words: string): Promise<void>
}

/** On Linux all of 127.0.0.0/8 is this machine: an address that no proxy of the tests has. */
export const clientAddress = '127.0.0.77'

export function openProxiedClient({ port, certificate }: Pick<RunningProxy, 'port' | 'certificate'>): ProxiedClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const streams = new Agent()
  const send = (path: string, { method = 'GET', headers = {}, body }: ProxiedCall, through: Agent) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({
        ...{ host: '127.0.0.1', port, servername: 'localhost', ca: certificate, localAddress: clientAddress },
        ...{ path, method, agent: through },
        headers: {
          host: 'localhost',
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      })
      sent.once('response', resolve)
      // A refused upload may break off while it is still being sent: the answer counts, if there is one.
      sent.once('error', reject)
      sent.end(body)
    })
  return {
    async call(path, call = {}) {
      const response = await send(path, call, agent)
      const connection = response.socket.localPort
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      return { status: response.statusCode ?? 0, headers: response.headers, text, connection }
    },
    async open(path, call = {}) {
      return readOn(await send(path, call, streams))
    },
    close() {
      agent.destroy()
      streams.destroy()
    },
  }
}

function readOn(response: IncomingMessage): OpenAnswer {
  let text = ''
  let hasEnded = false
  const waiting = new Set<() => void>()
  const lookAll = () => {
    for (const look of waiting) look()
  }
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    lookAll()
  })
  response.on('error', () => {})
  response.on('close', () => {
    hasEnded = true
    lookAll()
  })
  return {
    status: response.statusCode ?? 0,
    text: () => text,
    hasEnded: () => hasEnded,
    until: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (text.includes(words)) resolve()
          else if (hasEnded) reject(new Error(`the answer ended without ${words}: ${text}`))
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
  }
}
