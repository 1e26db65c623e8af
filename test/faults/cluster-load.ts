import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProxy } from '../harness/proxies.ts'
import type { Receiver } from '../harness/webhook-receiver.ts'
import { newToken, password } from '../harness/world.ts'
import { type ClusterCalls, openClusterCalls, openRecords, type Records } from './cluster-calls.ts'

type Recorded = 'calls' | 'unanswered' | 'refused' | 'longestMs' | 'endedSessions' | 'withoutCode' | 'slow' | 'odd'

/** What programs and a dashboard saw of a cluster, and what is left of it. */
export interface ClusterVerdict extends Readonly<Pick<Records, Recorded>> {
  readonly acknowledged: number
  /** Acknowledged registrations, session starts, licenses and bans that are not there. */
  readonly lost: readonly string[]
  /** Acknowledged registrations that no webhook told of. */
  readonly missingWebhooks: readonly string[]
  readonly doubleWebhooks: number
}

interface ClusterLoad {
  calls(): number
  /** Calls so far that failed: without an answer, or with `unavailable`. */
  failed(): number
  /** Writes so far that were answered. */
  acknowledged(): number
  /** Ends the load, waits for what is under way, and looks at what is left. */
  end(): Promise<ClusterVerdict>
}

interface LoadOptions {
  readonly proxy: RunningProxy
  readonly owner: { readonly cookie: string }
  readonly receiver: Receiver
  readonly callsPerSecond: number
  /** Programs that beat all the time. */
  readonly sessions: number
}

const tickMs = 20
const webhooksWithinMs = 120_000

/** Of so many calls one registers, two start a session, one makes a license and one bans; the others are heartbeats. */
const rarely = 150

/** Calls at a steady rate, whether or not earlier ones have been answered, as thousands of programs do. */
export async function startClusterLoad(options: LoadOptions): Promise<ClusterLoad> {
  const { proxy, owner, receiver, callsPerSecond } = options
  const seen = openRecords()
  const calls = openClusterCalls(proxy, owner.cookie, seen)
  const base = await makeApplication(calls, receiver)
  const { beat, rare } = await openWork(calls, seen, base, options.sessions)
  const acknowledged = () => seen.users.size + seen.sessions.length + seen.licenses.size + seen.banned.size
  const underWay = new Set<Promise<unknown>>()
  const startedAtMs = performance.now()
  let started = 0
  const next = () => {
    const work = rare[started % rarely]?.() ?? beat(started)
    started += 1
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAtMs) * callsPerSecond) / 1000
    while (started < due) next()
  }, tickMs)

  return {
    calls: () => seen.calls,
    failed: () => seen.unanswered + seen.refused,
    acknowledged,
    async end() {
      clearInterval(timer)
      await Promise.all(underWay)
      // What is asked below is no load: sessions that nobody beat for have ended, as they should.
      const told = { ...seen, odd: [...seen.odd] }
      const lost = await findLost(calls, seen, base)
      const webhooks = await lookForWebhooks(receiver, [...seen.users.keys()])
      await calls.close()
      return { ...told, acknowledged: acknowledged(), lost, ...webhooks }
    },
  }
}

/** An application with a webhook; its path in the dashboard. */
async function makeApplication(calls: ClusterCalls, receiver: Receiver): Promise<string> {
  const made = await calls.dashboard('/api/applications', { name: 'Cluster' })
  if (made?.status !== 200) throw new Error(`no application: ${JSON.stringify(made)}`)
  const { id: applicationId, apiKey } = made.body
  calls.setKey(String(apiKey))
  const events = ['user_registration']
  const hooked = await calls.dashboard('/api/webhooks', { url: receiver.url, applicationId, events })
  if (hooked?.status !== 200) throw new Error(`no webhook: ${JSON.stringify(hooked)}`)
  return `/api/applications/${applicationId}`
}

/** What the programs and the dashboard do, on live sessions that are started first. */
async function openWork({ client, dashboard }: ClusterCalls, seen: Records, base: string, sessions: number) {
  const register = async () => {
    const username = `user ${randomUUID()}`
    const said = await client('register', { username, password })
    if (said?.code === 'user_registered') seen.users.set(username, Number(said.body.user_id))
  }
  await register()
  const [[firstName, firstId] = []] = [...seen.users]
  if (firstId === undefined) throw new Error('the cluster registers nobody')
  const start = async () => {
    const session_token = newToken()
    const said = await client('session/track', { action: 'start', user_id: firstId, session_token })
    return said?.code === 'session_started' ? [session_token] : []
  }
  const live: string[] = []
  const asked = new Set<string>()
  while (live.length < sessions) live.push(...(await start()))
  const startOne = async () => void seen.sessions.push(...(await start()))
  return {
    async beat(n: number) {
      const session_token = live[n % live.length] ?? ''
      const said = await client('session/track', { action: 'heartbeat', session_token })
      if (!said || said.code === 'session_alive' || said.code === 'unavailable') return
      seen.endedSessions.push(`${session_token}: ${said.code}`)
    },
    rare: [
      register,
      startOne,
      startOne,
      async () => {
        const said = await dashboard(`${base}/licenses`)
        if (said?.status === 200) seen.licenses.add(String(said.body.licenseKey))
      },
      async () => {
        const [name, id] = [...seen.users].findLast(([each]) => each !== firstName && !asked.has(each)) ?? []
        if (name === undefined) return
        asked.add(name)
        const said = await dashboard(`${base}/users/${id}/ban`)
        if (said?.status === 200) seen.banned.add(name)
      },
    ] as readonly (() => Promise<void>)[],
  }
}

async function findLost({ client, list }: ClusterCalls, seen: Records, base: string): Promise<string[]> {
  const lost: string[] = []
  const users = new Map((await list(`${base}/users`)).map((user) => [String(user.username), user]))
  for (const [name, id] of seen.users) if (users.get(name)?.id !== id) lost.push(`registration of ${name}`)
  for (const name of seen.banned) if (users.get(name)?.isBanned !== true) lost.push(`ban of ${name}`)
  const keys = new Set((await list(`${base}/licenses`)).map((license) => String(license.licenseKey)))
  for (const key of seen.licenses) if (!keys.has(key)) lost.push(`license ${key}`)
  for (const session_token of seen.sessions) {
    const said = await client('session/track', { action: 'heartbeat', session_token })
    // one without heartbeats may have expired; it is still known
    if (said?.code !== 'session_alive' && said?.code !== 'session_ended') lost.push(`session: ${said?.code}`)
  }
  return lost
}

/** Each registration must have been told at least once; retries come within this time. */
async function lookForWebhooks({ received }: Receiver, names: readonly string[]) {
  const missing = () => {
    const told = received.map(({ body }) => body).join('\n')
    return names.filter((name) => !told.includes(name))
  }
  const untilMs = performance.now() + webhooksWithinMs
  while (missing().length > 0 && performance.now() < untilMs) await sleep(500)
  const ids = received.map(({ headers }) => String(headers['webhook-id']))
  return { missingWebhooks: missing(), doubleWebhooks: ids.length - new Set(ids).size }
}
