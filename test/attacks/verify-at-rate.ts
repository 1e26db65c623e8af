import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackTarget } from './attack-target.ts'

interface Load {
  readonly apiKey: string
  readonly userId: number
  readonly durationMs: number
}

export interface Latencies {
  /** Of every call, from when it was due: a server that stalls delays the calls behind, too. */
  readonly ms: readonly number[]
  readonly refused: number
}

const perSecond = 200
const addresses = 20

/** Programs of a tenant that ask, two hundred times a second, whether their user may go on. */
export async function verifyAtRate(target: AttackTarget, { apiKey, userId, durationMs }: Load): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true })
  const from = target.addresses(addresses)
  const ms: number[] = []
  let refused = 0
  const count = Math.round((durationMs / 1000) * perSecond)
  const startMs = performance.now()
  const calls: Promise<void>[] = []
  for (let n = 0; n < count; n += 1) {
    const dueMs = startMs + (n * 1000) / perSecond
    if (dueMs > performance.now()) await sleep(dueMs - performance.now())
    const sentMs = dueMs
    calls.push(
      verify(target.server.origin, agent, { apiKey, userId, ip: from[n % addresses] ?? '' }).then((status) => {
        ms.push(performance.now() - sentMs)
        if (status !== 200) refused += 1
      }),
    )
  }
  await Promise.all(calls)
  agent.destroy()
  return { ms, refused }
}

interface Verify {
  readonly apiKey: string
  readonly userId: number
  readonly ip: string
}

/** Without `fetch`, whose own work would be most of what is measured. */
function verify(origin: string, agent: Agent, { apiKey, userId, ip }: Verify): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', 'x-forwarded-for': ip }
    const call = request(`${origin}/api/v1/verify`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(JSON.stringify({ user_id: userId }))
  })
}
