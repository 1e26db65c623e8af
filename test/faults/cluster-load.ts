import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { RunningProxy } from '../harness/proxies.ts'
import type { Receiver } from '../harness/webhook-receiver.ts'
import { newToken, password } from '../harness/world.ts'

/** What programs and a dashboard saw of a cluster, and what is left of it. */
export interface ClusterVerdict {
  readonly calls: number
  readonly acknowledged: number
  /** Acknowledged registrations, session starts, licenses and bans that are not there. */
  readonly lost: readonly string[]
  /** Sessions that beat all the time and were told that they had ended. */
  readonly endedSessions: readonly string[]
  readonly withoutCode: readonly string[]
  readonly slow: readonly string[]
  /** Neither success nor `unavailable`. */
  readonly odd: readonly string[]
  /** Calls whose connection broke before an answer: a program tries them again. */
  readonly unanswered: number
  readonly refused: number
  readonly missingWebhooks: readonly string[]
  readonly doubleWebhooks: number
  readonly longestMs: number
}

export interface ClusterLoad {
  /** Calls so far that failed: without an answer, or with `unavailable`. */
  failed(): number
  calls(): number
  /** Ends the load, waits for what is under way, and looks at what is left. */
  end(): Promise<ClusterVerdict>
}

export interface LoadOptions {
  readonly proxy: RunningProxy
  readonly owner: { readonly cookie: string }
  readonly receiver: Receiver
  readonly callsPerSecond: number
  readonly sessions: number
}

const slowFromMs = 10_000
const tickMs = 20
const webhooksWithinMs = 120_000

interface Said {
  readonly status: number
  readonly code: string | undefined
  readonly body: Record<string, unknown>
}

/** Of so many calls one registers, two start a session, one makes a license and one bans; the others are heartbeats. */
const rarely = 150

/** Calls at a steady rate, whether or not earlier ones have been answered, as thousands of programs do. */
export async function startClusterLoad(options: LoadOptions): Promise<ClusterLoad> {
  const { proxy, receiver, callsPerSecond } = options
  const agent = new Agent({
    connect: { ca: proxy.certificate, servername: 'localhost' },
    connections: 120,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
  const seen = openRecords()
  const send = async (method: string, path: string, headers: Record<string, string>, body: object): Promise<Said | undefined> => {
    const startedAtMs = performance.now()
    seen.calls += 1
    try {
      const answer = await request(`https://127.0.0.1:${proxy.port}${path}`, {
        dispatcher: agent,
        method: method as 'POST',
        headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      const said = read(answer.statusCode, await answer.body.text())
      seen.answered(`${method} ${path}`, said, performance.now() - startedAtMs)
      return said
    } catch {
      seen.unanswered += 1
      seen.took(`${method} ${path} (no answer)`, performance.now() - startedAtMs)
      return undefined
    }
  }
  const dashboard = (method: string, path: string, body: object = {}) =>
    send(method, path, { cookie: options.owner.cookie, 'idempotency-key': randomUUID() }, body)
  const made = await dashboard('POST', '/api/applications', { name: 'Cluster' })
  const { id: applicationId, apiKey } = made?.body as { id: number; apiKey: string }
  const base = `/api/applications/${applicationId}`
  await dashboard('POST', '/api/webhooks', { url: receiver.url, applicationId, events: ['user_registration'] })
  const client = (path: string, body: object) => send('POST', `/api/v1/${path}`, { 'x-api-key': String(apiKey) }, body)

  const register = async () => {
    const username = `user ${randomUUID()}`
    const said = await client('register', { username, password })
    if (said?.code === 'user_registered') seen.users.set(username, Number(said.body.user_id))
    return said?.code === 'user_registered' ? { username, id: Number(said.body.user_id) } : undefined
  }
  const startSession = async (userId: number) => {
    const session_token = newToken()
    const said = await client('session/track', { action: 'start', user_id: userId, session_token })
    return said?.code === 'session_started' ? session_token : undefined
  }
  const beat = async (session_token: string) => {
    const said = await client('session/track', { action: 'heartbeat', session_token })
    if (said && said.code !== 'session_alive' && said.code !== 'unavailable') {
      seen.endedSessions.push(`${session_token}: ${said.code}`)
    }
  }
  const first = await register()
  if (!first) throw new Error('the cluster registers nobody')
  const live: string[] = []
  while (live.length < options.sessions) {
    const token = await startSession(first.id)
    if (token) live.push(token)
  }
  const rare = [
    async () => void (await register()),
    async () => void seen.sessions.push(...[await startSession(first.id)].filter((token) => token !== undefined)),
    async () => void seen.sessions.push(...[await startSession(first.id)].filter((token) => token !== undefined)),
    async () => {
      const said = await dashboard('POST', `${base}/licenses`, {})
      if (said?.status === 200) seen.licenses.add(String(said.body.licenseKey))
    },
    async () => {
      const [username, id] = [...seen.users].find(([name]) => name !== first.username && !seen.banned.has(name)) ?? []
      if (username === undefined) return
      seen.banned.add(username)
      const said = await dashboard('POST', `${base}/users/${id}/ban`)
      if (said?.status !== 200) seen.banned.delete(username)
    },
  ]
  const underWay = new Set<Promise<unknown>>()
  const startedAtMs = performance.now()
  let started = 0
  const next = () => {
    const work = started % rarely < rare.length ? rare[started % rarely]?.() : beat(live[started % live.length] ?? '')
    started += 1
    if (!work) return
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAtMs) * callsPerSecond) / 1000
    while (started < due) next()
  }, tickMs)

  return {
    failed: () => seen.unanswered + seen.refused,
    calls: () => seen.calls,
    async end() {
      clearInterval(timer)
      await Promise.all(underWay)
      const lost = await findLost(seen, { base, read: (path) => readAll(agent, options, path), client })
      const webhooks = await lookForWebhooks(receiver, [...seen.users.keys()])
      await agent.close()
      const acknowledged = seen.users.size + seen.sessions.length + seen.licenses.size + seen.banned.size
      const { calls, endedSessions, withoutCode, slow, odd, unanswered, refused, longestMs } = seen
      return {
        ...{ calls, acknowledged, lost, endedSessions, withoutCode, slow, odd, unanswered, refused, longestMs },
        ...webhooks,
      }
    },
  }
}

function openRecords() {
  return {
    calls: 0,
    unanswered: 0,
    refused: 0,
    longestMs: 0,
    users: new Map<string, number>(),
    sessions: [] as string[],
    licenses: new Set<string>(),
    banned: new Set<string>(),
    endedSessions: [] as string[],
    withoutCode: [] as string[],
    slow: [] as string[],
    odd: [] as string[],
    took(call: string, ms: number) {
      this.longestMs = Math.max(this.longestMs, ms)
      if (ms > slowFromMs) this.slow.push(`${call}: ${Math.round(ms)} ms`)
    },
    answered(call: string, { status, code, body }: Said, ms: number) {
      this.took(call, ms)
      if (status >= 400 && code === undefined) this.withoutCode.push(`${call}: ${status} ${JSON.stringify(body)}`)
      if (call.includes('/api/v1/') && code === undefined) this.withoutCode.push(`${call}: ${status}`)
      if (code === 'unavailable') this.refused += 1
      else if (status >= 400) this.odd.push(`${call}: ${status} ${code}`)
    },
  }
}

type Records = ReturnType<typeof openRecords>

function read(status: number, text: string): Said {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    const problem = body.error as { code?: unknown } | undefined
    const code = body.code ?? problem?.code
    return { status, code: typeof code === 'string' ? code : undefined, body }
  } catch {
    return { status, code: undefined, body: { text } }
  }
}

interface Looking {
  readonly base: string
  readonly read: (path: string) => Promise<readonly Record<string, unknown>[]>
  readonly client: (path: string, body: object) => Promise<Said | undefined>
}

async function findLost(seen: Records, { base, read: readRows, client }: Looking): Promise<string[]> {
  const lost: string[] = []
  const users = new Map((await readRows(`${base}/users`)).map((user) => [String(user.username), user]))
  for (const [username, id] of seen.users) if (users.get(username)?.id !== id) lost.push(`registration of ${username}`)
  for (const username of seen.banned) if (users.get(username)?.isBanned !== true) lost.push(`ban of ${username}`)
  const keys = new Set((await readRows(`${base}/licenses`)).map((license) => String(license.licenseKey)))
  for (const key of seen.licenses) if (!keys.has(key)) lost.push(`license ${key}`)
  for (const session_token of seen.sessions) {
    const said = await client('session/track', { action: 'heartbeat', session_token })
    // one without heartbeats may have expired; it is still known
    if (said?.code !== 'session_alive' && said?.code !== 'session_ended') lost.push(`session: ${said?.code}`)
  }
  return lost
}

async function readAll(agent: Agent, { proxy, owner }: LoadOptions, path: string) {
  const { statusCode, body } = await request(`https://127.0.0.1:${proxy.port}${path}`, {
    dispatcher: agent,
    headers: { host: 'localhost', cookie: owner.cookie },
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
  return JSON.parse(text) as Record<string, unknown>[]
}

/** Each registration must have been told at least once; retries come within this time. */
async function lookForWebhooks(receiver: Receiver, usernames: readonly string[]) {
  const ids = () => receiver.received.map(({ headers }) => String(headers['webhook-id']))
  const missing = () => {
    const told = receiver.received.map(({ body }) => body).join('\n')
    return usernames.filter((username) => !told.includes(username))
  }
  for (const untilMs = performance.now() + webhooksWithinMs; missing().length > 0; await sleep(500)) {
    if (performance.now() > untilMs) break
  }
  return { missingWebhooks: missing(), doubleWebhooks: ids().length - new Set(ids()).size }
}
