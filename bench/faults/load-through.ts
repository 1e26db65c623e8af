import { setTimeout as sleep } from 'node:timers/promises'
import { newToken, password } from '../../test/client-scenarios/world.ts'
import { type Answered, lostOf, nothingAnswered } from '../../test/load-until-ended.ts'
import { type RunningServer, startServer } from '../../test/start-server.ts'
import type { Place } from './place.ts'

const callers = 6
const pauseMs = 100

interface Through {
  readonly lost: number
  /** Answers nobody should get, in words. */
  readonly odd: readonly string[]
  /** Answers with 503. */
  readonly refused: number
  readonly recoveriesMs: readonly number[]
  readonly answers: number
}

export interface Loaded {
  readonly server: RunningServer
  recovered(ms: number): void
  /** Resolves when so many more changes were answered. */
  moreAnswers(count: number): Promise<void>
}

/** Registers and starts sessions without pause while `faults` happen; then asks for all that was answered. */
export async function loadThrough(place: Place, faults: (loaded: Loaded) => Promise<void>): Promise<Through> {
  const server = await startServer(place)
  try {
    const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Through' })
    const answered = nothingAnswered()
    const odd: string[] = []
    const recoveriesMs: number[] = []
    let refused = 0
    let isOver = false
    const load = Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0; !isOver; n += 1) {
        const said = await registerAndStart(server, body.apiKey, `user ${caller} ${n}`, answered)
        if (said === '503') refused += 1
        else if (said !== 'done') odd.push(said)
        if (said !== 'done') await sleep(pauseMs)
      }
    })
    const moreAnswers = async (count: number) => {
      const wanted = answered.users.size + count
      while (answered.users.size < wanted) await sleep(10)
    }
    await faults({ server, moreAnswers, recovered: (ms) => void recoveriesMs.push(ms) })
    isOver = true
    await Promise.all(load)
    const { users, sessions } = await lostOf(server, body, answered)
    const answers = answered.users.size + answered.tokens.length
    return { lost: users.length + sessions.length, odd, refused, recoveriesMs, answers }
  } finally {
    await server.stop()
  }
}

async function registerAndStart(server: RunningServer, apiKey: string, username: string, answered: Answered) {
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
