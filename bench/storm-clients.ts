import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, buildConnector, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import type * as Library from '../clients/node/package/keywright.d.mts'

/** When a request of one client began, and whether the server answered it. */
export interface StormRequest {
  readonly call: 'verify' | 'heartbeat' | 'start'
  readonly client: number
  readonly startMs: number
  readonly isAnswered: boolean
}

export interface StormClients {
  /** In the order in which they were over. */
  readonly requests: readonly StormRequest[]
  /** Connections that were opened so far. */
  sockets(): number
  /** Sessions whose monitor has told of a loss. */
  losses(): number
  /** Stops all monitors; no session is ended. */
  stop(): void
}

export interface StormOptions {
  readonly origin: string
  readonly apiKey: string
  readonly password: string
  readonly usernames: readonly string[]
  /** They log in one after the other: people don't start their programs at once. */
  readonly loginSeconds: number
}

const library = new URL('../clients/node/keywright.mjs', import.meta.url).href

/**
 * Logs all users in, each with a client of its own, the library of Node.js as it is shipped, with the intervals that are
 * shipped: a real request over a real socket of its own for all that they do.
 */
export async function startStormClients({ usernames, loginSeconds, ...options }: StormOptions): Promise<StormClients> {
  const { LicenseClient } = (await import(library)) as typeof Library
  const requests: StormRequest[] = []
  const stops: (() => void)[] = []
  let losses = 0
  const sockets = openSockets()

  /** Notes what the monitor asks the server. */
  class WatchedClient extends LicenseClient {
    readonly #number: number
    constructor(number: number) {
      super({ origin: options.origin, apiKey: options.apiKey, version: '1.0', hwidSalt: `storm-${number}` })
      this.#number = number
    }
    async #note(call: StormRequest['call'], answer: Promise<Library.Result>): Promise<Library.Result> {
      const startMs = performance.now()
      const result = await answer
      requests.push({ call, client: this.#number, startMs, isAnswered: result.httpStatus > 0 })
      return result
    }
    override verify() {
      return this.#note('verify', super.verify())
    }
    override heartbeat() {
      return this.#note('heartbeat', super.heartbeat())
    }
    override startSession() {
      return this.#note('start', super.startSession())
    }
  }

  const logIn = async (number: number) => {
    const client = new WatchedClient(number)
    const result = await client.login(usernames[number] ?? '', options.password)
    if (!result.ok) throw new Error(`${usernames[number]} was not let in: ${result.code} ${result.message}`)
    const monitor = await client.monitor({
      lost: () => {
        losses += 1
      },
    })
    stops.push(() => monitor.stop())
  }
  const gapMs = (loginSeconds * 1000) / usernames.length
  await Promise.all([...usernames.keys()].map((number) => sleep(number * gapMs).then(() => logIn(number))))
  const stop = () => {
    for (const each of stops) each()
    sockets.restore()
  }
  return { requests, sockets: sockets.count, losses: () => losses, stop }
}

/**
 * Gives each request a socket of its own: the clients are programs on computers of their own, and between two heartbeats no
 * connection is kept.
 */
function openSockets() {
  const usual = getGlobalDispatcher()
  const connect = buildConnector({})
  let count = 0
  const counted: typeof connect = (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null)
      count += 1
      done(null, socket)
    })
  setGlobalDispatcher(new Agent({ pipelining: 0, connect: counted }))
  return { count: () => count, restore: () => setGlobalDispatcher(usual) }
}
