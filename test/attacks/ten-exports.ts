import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'
import { fillUsers } from './fill-users.ts'
import { type Latencies, verifyAtRate } from './verify-at-rate.ts'

const users = { short: 2_000, full: 250_000 }
const exportsAtOnce = 10
/** Many short ones in turns: what else the machine does meets both alike. */
const rounds = 8
const roundMs = 2_500

/** Ten downloads of all users at once, by one session or by ten tokens of its account, while another tenant's programs call. */
export const tenExports: Attack = {
  name: 'ten-exports',
  promise: 'of ten exports of one account two run, the others wait or are refused, and nobody else waits for them',
  async run(target, length) {
    const large = await target.application()
    const other = await target.application({ hwidLockEnabled: false })
    const made = await target.server.api<{ id: number }>('POST', `/api/applications/${other.id}/users`, {
      username: target.unique('elsewhere'),
      password: 'the password of somebody else',
    })
    await fillUsers(target, large.id, users[length])
    const verify = (durationMs: number) =>
      verifyAtRate(target, { apiKey: other.apiKey, userId: made.body.id, durationMs })
    return length === 'short' ? refused(target, large.id, verify) : slowed(target, large.id, verify)
  },
}

type Verify = (durationMs: number) => Promise<Latencies>

/** Twice as many as run and wait: what is too many is refused, what is not is complete. */
async function refused(target: AttackTarget, id: number, verify: Verify): Promise<Finding[]> {
  const sessions = [await target.signIn(), await target.signIn()]
  const asked = Array.from({ length: 2 * exportsAtOnce }, (_, n) => ({ cookie: sessions[n % 2] ?? '' }))
  const served = verify(500)
  const answers = await Promise.all(asked.map((headers) => download(target, `/api/applications/${id}/users`, headers)))
  const whole = answers.filter(({ status }) => status === 200)
  return [
    { name: 'lists that were sent', value: whole.length, atLeast: exportsAtOnce },
    {
      name: 'of them not whole',
      value: whole.filter(({ bytes }) => bytes < users.short * 100).length,
      atMost: 0,
    },
    {
      name: 'lists refused for a while',
      value: answers.filter(({ status }) => status === 429).length,
      atLeast: exportsAtOnce / 2,
    },
    { name: 'calls of another tenant that were refused', value: (await served).refused, atMost: 0 },
  ]
}

async function slowed(target: AttackTarget, id: number, verify: Verify): Promise<Finding[]> {
  const path = `/api/applications/${id}/users/export`
  const sessions = await Promise.all(Array.from({ length: rounds }, () => target.signIn()))
  const tokens = await makeTokens(target, sessions[0] ?? '')
  const findings: Finding[] = []
  const ways = {
    'one session': (round: number) => Array.from({ length: exportsAtOnce }, () => ({ cookie: sessions[round] ?? '' })),
    'ten tokens': () => tokens.map((token) => ({ authorization: `Bearer ${token}` })),
  }
  for (const [way, headersOf] of Object.entries(ways)) {
    const idle: Latencies[] = []
    const busy: Latencies[] = []
    let begun = 0
    for (let round = 0; round < rounds; round += 1) {
      idle.push(await verify(roundMs))
      const stop = new AbortController()
      const running = headersOf(round).map((headers) => download(target, path, headers, stop.signal))
      busy.push(await verify(roundMs))
      stop.abort()
      begun = Math.max(begun, (await Promise.all(running)).filter(({ bytes }) => bytes > 0).length)
      await sleep(500)
    }
    const p99 = { idle: p99Of(idle), busy: p99Of(busy) }
    findings.push(
      { name: `${way}: exports that sent something`, value: begun, atLeast: 2, atMost: exportsAtOnce },
      { name: `${way}: p99 of others without exports, ms`, value: p99.idle, digits: 1 },
      { name: `${way}: p99 of others meanwhile, ms`, value: p99.busy, digits: 1 },
      { name: `${way}: times as long`, value: p99.busy / p99.idle, atMost: 2, digits: 2 },
      {
        name: `${way}: calls of others refused`,
        value: [...idle, ...busy].reduce((sum, each) => sum + each.refused, 0),
        atMost: 0,
      },
    )
  }
  return findings
}

function p99Of(loads: readonly Latencies[]): number {
  const sorted = loads.flatMap(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

async function makeTokens(target: AttackTarget, cookie: string): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: exportsAtOnce }, (_, n) =>
      target.call(
        'POST',
        '/api/account/tokens',
        { name: `exporter ${n}`, days: 1, actions: ['users:read'] },
        { headers: { cookie } },
      ),
    ),
  )
  return made.map(({ status, body }) => {
    if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`)
    return String(body.token)
  })
}

interface Downloaded {
  readonly status: number
  readonly bytes: number
}

/** Reads an answer to its end, or as far as it has come at the signal. */
function download(
  { server }: AttackTarget,
  path: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Downloaded> {
  return new Promise((resolve) => {
    let status = 0
    let bytes = 0
    const end = () => resolve({ status, bytes })
    const options = { headers, agent: new Agent(), ...(signal && { signal }) }
    const request = get(server.origin + path, options, (response) => {
      status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('close', end)
      response.on('error', () => {})
    })
    request.on('error', end)
  })
}
