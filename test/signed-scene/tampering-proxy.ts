import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface PassedCall {
  /** `login`, `verify`, `start`, `heartbeat`, `end`. */
  readonly call: string
  readonly headers: IncomingHttpHeaders
}

export interface ForgedAnswer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Stands between a program and the real server, passes every byte and header on, and forges what it is told to. */
export interface TamperingProxy {
  readonly origin: string
  readonly seen: readonly PassedCall[]
  count(call: string): number
  /** Resolves once a call's request number `count` has been answered. */
  sees(call: string, count: number): Promise<void>
  /** Asked for every request from now on; undefined lets it through. */
  forge(rule: (call: string) => ForgedAnswer | undefined): void
  stop(): Promise<void>
}

const notPassedOn = /^(host|connection|keep-alive|content-length|transfer-encoding)$/

export async function startTamperingProxy(serverOrigin: string): Promise<TamperingProxy> {
  const seen: PassedCall[] = []
  const watchers = new Set<() => void>()
  let rule: (call: string) => ForgedAnswer | undefined = () => undefined
  const passOn = async (path: string, headers: IncomingHttpHeaders, body: Buffer) => {
    const kept = Object.entries(headers).filter(([name]) => !notPassedOn.test(name)) as [string, string][]
    const answer = await fetch(serverOrigin + path, { method: 'POST', headers: kept, body: new Uint8Array(body) })
    const answered = [...answer.headers].filter(([name]) => !notPassedOn.test(name))
    return {
      status: answer.status,
      headers: Object.fromEntries(answered),
      body: Buffer.from(await answer.arrayBuffer()),
    }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url ?? ''
    const { action } = JSON.parse(body.toString()) as { action?: string }
    const call = action ?? path.split('/').at(-1) ?? ''
    const answer = rule(call) ?? (await passOn(path, request.headers, body))
    response.writeHead(answer.status, answer.headers).end(answer.body)
    seen.push({ call, headers: request.headers })
    for (const watcher of watchers) watcher()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const count = (call: string) => seen.filter((each) => each.call === call).length
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    count,
    sees: (call, wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (count(call) < wanted) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        look()
      }),
    forge: (next) => {
      rule = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
