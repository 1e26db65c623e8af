import { randomInt } from 'node:crypto'
import type { RunningServer } from '../harness/start-server.ts'
import { newToken, password } from '../harness/world.ts'

/** Writes the servers acknowledged before they were killed or stopped, one after another on the same database. */
export interface AcknowledgedWrites {
  readonly users: Map<number, string>
  readonly tokens: string[]
  /** Responses cut off in the middle. */
  halves: number
}

export const noAcknowledgedWrites = (): AcknowledgedWrites => ({ users: new Map(), tokens: [], halves: 0 })

interface ApiResponse {
  readonly code: string
  readonly [field: string]: unknown
}

/** The connection closed before a response: nothing was acknowledged. */
class NoResponse extends Error {}
/** The response was cut off in the middle. */
class TruncatedResponse extends Error {}

async function call(server: RunningServer, apiKey: string, path: string, body: object): Promise<ApiResponse> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  const response = await fetch(`${server.origin}/api/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new NoResponse('no answer', { cause: error })
  })
  return (await response.json().catch((error: unknown) => {
    throw new TruncatedResponse('half an answer', { cause: error })
  })) as ApiResponse
}

/**
 * Registers and starts sessions from eight callers; after some registrations `end` ends the server in the middle of it.
 * Notes what was answered. Throws when a call was refused before that.
 */
export async function loadUntilEnded(
  server: RunningServer,
  apiKey: string,
  answered: AcknowledgedWrites,
  { round, end }: { round: string; end: () => Promise<void> },
): Promise<void> {
  const endAfter = answered.users.size + 3 + randomInt(20)
  const first = await call(server, apiKey, 'register', { username: `first ${round}`, password })
  answered.users.set(Number(first.user_id), `first ${round}`)
  let isEnding = false
  let ending: Promise<void> | undefined

  const untilEnded = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !isEnding; n += 1) {
      try {
        await work(n)
      } catch (error) {
        if (error instanceof TruncatedResponse) answered.halves += 1
        if (!isEnding) throw error
      }
    }
  }
  const register = (caller: number) => async (n: number) => {
    const username = `user ${round} ${caller} ${n}`
    const said = await call(server, apiKey, 'register', { username, password })
    if (!expected(said, 'user_registered', isEnding)) return
    answered.users.set(Number(said.user_id), username)
    if (answered.users.size < endAfter || isEnding) return
    isEnding = true
    ending = end()
  }
  const start = async () => {
    const session_token = newToken()
    const said = await call(server, apiKey, 'session/track', { action: 'start', user_id: first.user_id, session_token })
    if (expected(said, 'session_started', isEnding)) answered.tokens.push(session_token)
  }
  await Promise.all([0, 1, 2, 3].flatMap((caller) => [untilEnded(register(caller)), untilEnded(start)]))
  await ending
}

/** A server that is stopping may respond that it is unavailable; anything else but success is an error. */
function expected({ code }: ApiResponse, wanted: string, isEnding: boolean): boolean {
  if (code === wanted) return true
  if (isEnding && code === 'unavailable') return false
  throw new Error(`answered ${code} instead of ${wanted}`)
}

/** Acknowledged writes that are lost: users not listed under their names, and unknown sessions. */
export async function findLostWrites(
  server: RunningServer,
  { id, apiKey }: { id: number; apiKey: string },
  { users, tokens }: AcknowledgedWrites,
): Promise<{ users: string[]; sessions: string[] }> {
  const listed = await server.api<{ id: number; username: string }[]>('GET', `/api/applications/${id}/users`)
  const found = new Map(listed.body.map((user) => [user.id, user.username]))
  const sessions: string[] = []
  for (let from = 0; from < tokens.length; from += 100) {
    const beat = async (session_token: string) => {
      const { code } = await call(server, apiKey, 'session/track', { action: 'heartbeat', session_token })
      // a session without heartbeats may have expired by now; it is still known
      if (code !== 'session_alive' && code !== 'session_ended') sessions.push(`${session_token}: ${code}`)
    }
    await Promise.all(tokens.slice(from, from + 100).map(beat))
  }
  const lost = [...users].filter(([userId, username]) => found.get(userId) !== username)
  return { users: lost.map(([, username]) => username), sessions }
}
