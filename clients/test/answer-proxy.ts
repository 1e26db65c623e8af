import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const patienceMs = 15_000

export type CallName = 'login' | 'register' | 'verify' | 'start' | 'heartbeat' | 'end'

export interface SeenRequest {
  readonly call: CallName
  /** Milliseconds on the monotonic clock, when it had arrived. */
  readonly atMs: number
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** An answer that no Keywright server gives: any bytes, none at all, or a connection that breaks. */
export type ForeignAnswer =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'reset'

type Rule = (request: SeenRequest) => ForeignAnswer | undefined

/** Stands before the real server, notes every call and answers in its place what it was told to. */
export interface AnswerProxy {
  readonly origin: string
  seen(call: CallName): readonly SeenRequest[]
  /** Waits until a call's request number `count`, counted from the first, has been answered. */
  sees(call: CallName, count?: number): Promise<SeenRequest>
  /** The rule is asked for every request from now on; undefined lets it through to the server. */
  answer(rule: Rule): void
  /** Answers the next requests of one call with these, in this order; those after them reach the server. */
  answerNext(call: CallName, ...answers: readonly ForeignAnswer[]): void
  /** Like a server that was switched off: connections are refused, open ones broken. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

export async function startAnswerProxy(serverOrigin: string): Promise<AnswerProxy> {
  const requests: SeenRequest[] = []
  const watchers = new Set<() => void>()
  let rule: Rule = () => undefined

  const server = createServer((request, response) => {
    void serve(request, response)
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request)
    const seen = note(request, text)
    const foreign = rule(seen)
    if (foreign === undefined) await passOn(request, text, response)
    else if (foreign === 'reset') request.socket.resetAndDestroy()
    else if (foreign !== 'hang') response.writeHead(foreign.status, foreign.headers).end(foreign.body ?? '')
    requests.push(seen)
    for (const watcher of watchers) watcher()
  }
  async function passOn(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(`${serverOrigin}${request.url ?? ''}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': String(request.headers['x-api-key']) },
      body: text,
    })
    const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
    response.writeHead(answer.status, headers).end(await answer.text())
  }

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const port = await listen(0)
  const seen = (call: CallName) => requests.filter((request) => request.call === call)

  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    sees: (call, count = 1) =>
      new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          watchers.delete(look)
        }
        const look = () => {
          const request = seen(call)[count - 1]
          if (request === undefined) return
          done()
          resolve(request)
        }
        const timer = setTimeout(() => {
          done()
          reject(new Error(`Only ${seen(call).length} of ${count} requests of the call ${call} came`))
        }, patienceMs)
        watchers.add(look)
        look()
      }),
    answer: (next) => {
      rule = next
    },
    answerNext: (call, ...answers) => {
      const left = [...answers]
      rule = (request) => (request.call === call ? left.shift() : undefined)
    },
    goDown: close,
    comeBack: async () => {
      await listen(port)
    },
    stop: close,
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function note(request: IncomingMessage, text: string): SeenRequest {
  const body = JSON.parse(text) as Record<string, unknown>
  const call = (body.action ?? request.url?.split('/').at(-1)) as CallName
  return { call, atMs: performance.now(), headers: request.headers, body }
}
