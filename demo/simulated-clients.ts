import versions from '../clients/versions.json' with { type: 'json' }
import type { Seeded, SeededApplication, SeededUser } from './seed.ts'

const clientCount = 14
const heartbeatMs = 30_000
const pauseMs = 4_000
/** Heartbeats of one session before the client is closed. */
const beats = 8
/** Which library the clients' programs use, in turn; `undefined` is a client of one's own. */
const libraries = ['csharp', 'python', undefined, 'node', 'csharp', 'cpp'] as const

/** Simulated clients: each logs in, keeps a session alive for some minutes and leaves, then another user follows. */
export function runClients(origin: string, { password, applications }: Seeded): { stop(): void } {
  const stopped = new AbortController()
  for (let place = 0; place < clientCount; place += 1) {
    const application = applications[place % applications.length]
    if (application)
      void visitForever(new Client(origin, application, password, place, stopped.signal), application, place)
  }
  return { stop: () => stopped.abort() }
}

async function visitForever(client: Client, { users }: SeededApplication, place: number): Promise<void> {
  const good = users.filter(({ isGood }) => isGood)
  for (let round = 0; !client.isStopped; round += 1) {
    await client.wait(pauseMs * (place + 1) * (round === 0 ? 0.4 : 1))
    const user = good[(place * 31 + round * 7) % good.length]
    if (user) await visit(client, user, round + place).catch(() => undefined)
  }
}

/** Every fifth login is rejected: a mistyped password, another device, or an expired user. */
async function visit(client: Client, user: SeededUser, turn: number): Promise<void> {
  if (turn % 5 === 1) return void (await client.login(user, { password: 'mistyped' }))
  if (turn % 5 === 3) return void (await client.login(user, { hwid: 'DEMO-ANOTHER-PC' }))
  const userId = await client.login(user, {})
  if (userId === undefined) return
  await client.call('verify', { user_id: userId })
  const started = await client.call('session/track', { action: 'start', user_id: userId })
  const session_token = started.session_token
  for (let beat = 0; beat < beats && !client.isStopped; beat += 1) {
    await client.wait(heartbeatMs)
    await client.call('session/track', { action: 'heartbeat', session_token })
  }
  await client.call('session/track', { action: 'end', session_token })
}

class Client {
  readonly #origin: string
  readonly #application: SeededApplication
  readonly #password: string
  readonly #library: Readonly<Record<string, string>>
  readonly #stopped: AbortSignal

  constructor(origin: string, application: SeededApplication, password: string, place: number, stopped: AbortSignal) {
    this.#origin = origin
    this.#application = application
    this.#password = password
    const library = libraries[place % libraries.length]
    this.#library = library === undefined ? {} : { 'x-client': `keywright-${library}/${versions.released.at(-1)}` }
    this.#stopped = stopped
  }

  get isStopped(): boolean {
    return this.#stopped.aborted
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#stopped.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async login({ username, hwid }: SeededUser, other: { readonly password?: string; readonly hwid?: string }) {
    const { version } = this.#application
    const answer = await this.call('login', { username, password: this.#password, hwid, version, ...other })
    return typeof answer.user_id === 'number' ? answer.user_id : undefined
  }

  async call(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(`${this.#origin}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        'x-api-key': this.#application.apiKey,
        'content-type': 'application/json',
        'user-agent': 'MyGame/1.4 (demo)',
        ...this.#library,
      },
      body: JSON.stringify(body),
      signal: this.#stopped,
    })
    return (await response.json()) as Record<string, unknown>
  }
}
