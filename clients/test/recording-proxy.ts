import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Generous, for a busy machine. */
const patienceMs = 150_000

export type CallName = 'login' | 'license' | 'register' | 'redeem' | 'verify' | 'start' | 'heartbeat' | 'end'

export interface SeenRequest {
  readonly call: CallName
  readonly path: string
  /** Milliseconds on the monotonic clock, when it had arrived. */
  readonly atMs: number
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly status: number
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A response that no Keywright server sends: any bytes, none at all, a broken connection, or a byte now and then that
 * never becomes a head or a body.
 */
export type ForeignAnswer = Answer | 'hang' | 'reset' | 'drip head' | 'drip body'

/** A promise holds the request back; then it is passed on. */
type Rule = (request: SeenRequest) => ForeignAnswer | undefined | Promise<undefined>
type Change = (answer: Required<Answer>, request: SeenRequest) => ForeignAnswer

/** Requests of one program, recorded; responses can be replaced. */
export interface ProgramTraffic {
  seen(call: CallName): readonly SeenRequest[]
  /** Waits until a call's request number `count`, counted from the first, has been answered. */
  sees(call: CallName, count?: number): Promise<SeenRequest>
  /** Applies the rule to every request from now on; undefined passes it on to the server. */
  answer(rule: Rule): void
  /** Responds to the next requests of one call with these, in this order; later ones reach the server. */
  answerNext(call: CallName, ...answers: readonly ForeignAnswer[]): void
  /** Changes the server's responses. */
  change(change: Change): void
  /** Like a network failure: connections break. */
  goDown(): void
  comeBack(): void
  /** Another name that the program may use, or the key of a license. */
  alsoKnownAs(name: string): void
}

/**
 * A recording reverse proxy in front of the real server, for all programs of one language. They share one build, one
 * address and one key; the proxy maps each user to its application and rewrites the API key.
 */
export interface RecordingProxy {
  readonly origin: string
  trafficOf(username: string, apiKey: string): ProgramTraffic
  /** Like a server that was switched off: connections are refused, open ones broken. */
  goDown(): Promise<void>
  /** Listens again, in front of a server that may have another address now. */
  comeBack(serverOrigin: string): Promise<void>
  stop(): Promise<void>
}

interface TrafficState {
  readonly apiKey: string
  readonly requests: SeenRequest[]
  readonly watchers: Set<() => void>
  rule: Rule
  change: Change
  isDown: boolean
}

const nameKey = (username: string) => username.trim().toLowerCase()
const unchanged: Change = (answer) => answer
/** Headers passed on in both directions; the others belong to each connection. */
const passedOn = [
  'content-type',
  'content-digest',
  'x-nonce',
  'user-agent',
  'signature',
  'signature-input',
  'retry-after',
]

export async function startRecordingProxy(firstOrigin: string): Promise<RecordingProxy> {
  let serverOrigin = firstOrigin
  const lanes = new Map<string, TrafficState>()

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await readBytes(request)
    const seen = note(request, bytes)
    const lane = laneOf(seen)
    if (lane.isDown) return void request.socket.resetAndDestroy()
    if (seen.call === 'start') lanes.set(String(seen.body.session_token), lane)
    const foreign = await lane.rule(seen)
    const answer = foreign ?? lane.change(await passOn(request, bytes, lane), seen)
    if (answer === 'reset') request.socket.resetAndDestroy()
    else if (answer === 'drip head' || answer === 'drip body') drip(response, answer)
    else if (answer !== 'hang') {
      if (foreign !== undefined) noteUser(answer, lane)
      reply(response, answer)
    }
    lane.requests.push(seen)
    for (const watcher of lane.watchers) watcher()
  }
  function laneOf({ body }: SeenRequest): TrafficState {
    const names = [body.username, body.license_key].map((name) => nameKey(String(name)))
    const keys = [...names, String(body.session_token), String(body.user_id)]
    const lane = keys.map((key) => lanes.get(key)).find((each) => each !== undefined)
    if (!lane) throw new Error('nobody asked for this lane')
    return lane
  }
  async function passOn(request: IncomingMessage, body: Buffer, lane: TrafficState): Promise<Required<Answer>> {
    const pick = (get: (name: string) => string | null | undefined) =>
      Object.fromEntries(passedOn.flatMap((name) => [[name, get(name)]]).filter(([, value]) => value)) as Record<
        string,
        string
      >
    const answer = await fetch(`${serverOrigin}${request.url ?? ''}`, {
      method: 'POST',
      headers: { ...pick((name) => request.headers[name]?.toString()), 'x-api-key': lane.apiKey },
      body: new Uint8Array(body),
    })
    const headers = pick((name) => answer.headers.get(name))
    const passed = { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
    noteUser(passed, lane)
    return passed
  }
  /** Not that of a changed answer: it may be the id of somebody else. */
  function noteUser({ body = '' }: Answer, lane: TrafficState): void {
    const userId = /"user_id":\s*(\d+)/.exec(String(body))?.[1]
    if (userId) lanes.set(userId, lane)
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
  return {
    origin: `http://127.0.0.1:${port}`,
    trafficOf: (username, apiKey) => {
      const state: TrafficState = {
        apiKey,
        requests: [],
        watchers: new Set(),
        rule: () => undefined,
        change: unchanged,
        isDown: false,
      }
      lanes.set(nameKey(username), state)
      return openTraffic(state, (name) => lanes.set(nameKey(name), state))
    },
    goDown: close,
    comeBack: async (origin) => {
      serverOrigin = origin
      await listen(port)
    },
    stop: close,
  }
}

function openTraffic(state: TrafficState, alsoKnownAs: (username: string) => void): ProgramTraffic {
  const seen = (call: CallName) => state.requests.filter((request) => request.call === call)
  return {
    seen,
    sees: (call, count = 1) =>
      new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          state.watchers.delete(look)
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
        state.watchers.add(look)
        look()
      }),
    answer: (rule) => {
      state.rule = rule
    },
    answerNext: (call, ...answers) => {
      const left = [...answers]
      state.rule = (request) => (request.call === call ? left.shift() : undefined)
    },
    change: (change) => {
      state.change = change
    },
    goDown: () => {
      state.isDown = true
    },
    comeBack: () => {
      state.isDown = false
    },
    alsoKnownAs,
  }
}

/** Often enough that no wait for the next byte is ever too long. */
const dripMs = 250

function drip(response: ServerResponse, part: 'drip head' | 'drip body'): void {
  const { socket } = response
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
  socket?.write(part === 'drip head' ? `${head}X-Drip: ` : `${head}Content-Length: 50000\r\n\r\n`)
  const timer = setInterval(() => socket?.write(' '), dripMs)
  socket?.once('close', () => clearInterval(timer))
}

/** A body that is shorter than its header says is followed by the end of the connection. */
function reply(response: ServerResponse, { status, headers, body = '' }: Answer): void {
  const announced = Number(headers?.['content-length'] ?? 0)
  response.writeHead(status, headers)
  if (announced > Buffer.byteLength(body)) response.write(body, () => response.socket?.end())
  else response.end(body)
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function note(request: IncomingMessage, bytes: Buffer): SeenRequest {
  const body = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
  const call = (body.action ?? request.url?.split('/').at(-1)) as CallName
  return { call, path: request.url ?? '', atMs: performance.now(), headers: request.headers, body }
}
