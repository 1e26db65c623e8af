import { setTimeout as sleep } from 'node:timers/promises'
import { type AcknowledgedWrites, findLostWrites, noAcknowledgedWrites } from '../../test/faults/load-until-ended.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { newToken, password } from '../../test/harness/world.ts'
import type { DataLocation } from './data-location.ts'

const callers = 6
const pauseMs = 100

interface FaultLoadResult {
  readonly lost: number
  /** Unexpected responses, in words. */
  readonly odd: readonly string[]
  /** Responses with status 503. */
  readonly refused: number
  readonly recoveriesMs: readonly number[]
  readonly answers: number
}

export interface LoadedServer {
  readonly server: RunningServer
  recovered(ms: number): void
  /** Resolves when so many more changes were acknowledged. */
  moreAnswers(count: number): Promise<void>
}

/**
 * Registers users and starts sessions continuously while `faults` happen, then verifies everything that was
 * acknowledged.
 */
export async function loadDuringFaults(
  place: DataLocation,
  faults: (loaded: LoadedServer) => Promise<void>,
): Promise<FaultLoadResult> {
  const server = await startServer(place)
  try {
    const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Through' })
    const answered = noAcknowledgedWrites()
    const odd: string[] = []
    const recoveriesMs: number[] = []
    let refused = 0
    let isOver = false
    const load = Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0; !isOver; n += 1) {
        const outcome = await registerAndStart(server, body.apiKey, `user ${caller} ${n}`, answered)
        if (outcome === '503') refused += 1
        else if (outcome !== 'done') odd.push(outcome)
        if (outcome !== 'done') await sleep(pauseMs)
      }
    })
    const moreAnswers = async (count: number) => {
      const wanted = answered.users.size + count
      while (answered.users.size < wanted) await sleep(10)
    }
    await faults({ server, moreAnswers, recovered: (ms) => void recoveriesMs.push(ms) })
    isOver = true
    await Promise.all(load)
    const { users, sessions } = await findLostWrites(server, body, answered)
    const answers = answered.users.size + answered.tokens.length
    return { lost: users.length + sessions.length, odd, refused, recoveriesMs, answers }
  } finally {
    await server.stop()
  }
}

async function registerAndStart(server: RunningServer, apiKey: string, username: string, answered: AcknowledgedWrites) {
  const registered = await post(server, apiKey, 'register', { username, password })
  if (registered.status !== 200) return registered.status === 503 ? '503' : `${registered.status} ${registered.text}`
  const { user_id } = JSON.parse(registered.text) as { user_id: number }
  answered.users.set(user_id, username)
  const session_token = newToken()
  const started = await post(server, apiKey, 'session/track', { action: 'start', user_id, session_token })
  if (started.status !== 200) return started.status === 503 ? '503' : `${started.status} ${started.text}`
  answered.tokens.push(session_token)
  return 'done'
}

async function post(server: RunningServer, apiKey: string, path: string, fields: object) {
  const response = await fetch(`${server.origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(fields),
  })
  return { status: response.status, text: await response.text() }
}
